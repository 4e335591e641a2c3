import type { Clock } from '@strata/kernel/clock';
import type { IssueToken } from '../accounts/open-session.ts';
import { SIGNED_IN_CLAIM, subjectOfOwnToken } from '../credentials/token-subject.ts';
import { timeOf, type VerifyToken } from '../credentials/verified-token.ts';

/** How long after the user signed in a session is renewed. */
const MAX_SESSION_SECONDS = 12 * 3600;

export interface RenewTokenParts {
  readonly verify: VerifyToken;
  readonly isOwnIssuer: (issuer: string) => boolean;
  readonly issueToken: IssueToken;
  readonly clock: Clock;
}

/**
 * Issues another token for the session of a token that is valid now. Undefined if it is another issuer's, or if the user signed in
 * too long ago: then the session ends with its token. Errors: `unavailable`.
 */
export const createRenewToken = ({ verify, isOwnIssuer, issueToken, clock }: RenewTokenParts) =>
  async function renewToken(text: string): Promise<ReturnType<IssueToken> | undefined> {
    const token = await verify(text);
    if (token === undefined || !isOwnIssuer(token.issuer)) return undefined;
    const subject = subjectOfOwnToken(token);
    const signedIn = token.claims[SIGNED_IN_CLAIM] ?? timeOf(token, 'iat');
    if (subject === undefined || !('generation' in subject.age) || typeof signedIn !== 'number') return undefined;
    if (clock.now().getTime() / 1000 - signedIn >= MAX_SESSION_SECONDS) return undefined;
    const { userId, tenantId, voucher, age } = subject;
    return issueToken({ userId, tenantId, generation: age.generation, signedIn, voucher });
  };

/** When a token ends, which was verified before. */
export const endOfToken = (token: string): Date => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
  return new Date(claims.exp * 1000);
};
