import type { CheckCredential } from './authenticate.ts';
import type { Membership } from './member-store.ts';
import { isLetIn, type Standing } from './standing.ts';
import { EVERY_SCOPE, scopesOfRoles } from './scopes-of-roles.ts';
import type { TokenSubject } from './token-subject.ts';
import type { VerifiedToken, VerifyToken } from './verified-token.ts';

export interface IdentifyUserParts {
  readonly verify: VerifyToken;
  /** Whom a token speaks for; undefined when it says so in no way that its issuer may. */
  readonly subjectOf: (token: VerifiedToken) => TokenSubject | undefined;
  /** From a cache of less than a second. Errors: `unavailable`. */
  readonly memberOf: (subject: TokenSubject) => Promise<Membership | undefined>;
  /** From a cache of less than a second. Errors: `unavailable`. */
  readonly standingOf: (subject: TokenSubject) => Promise<Standing>;
}

/**
 * Who acts through a token, our own or an external issuer's: a member of the tenant that it names, with the scopes that
 * their roles leave them. Whom an invitation brought here, and no issuer, is a member by their roles alone, and who was
 * taken out of all organizations is none. Undefined when
 * the token is not valid now or its user is no member. Errors: `unavailable`, also when it cannot be known what the user
 * may do.
 */
export const createIdentifyUser =
  ({ verify, subjectOf, memberOf, standingOf }: IdentifyUserParts): CheckCredential =>
  async (text) => {
    const token = await verify(text);
    const subject = token && subjectOf(token);
    const member = subject && (await memberOf(subject));
    if (subject === undefined || member === undefined) return undefined;
    const standing = member.isOwner ? 'owner' : await standingOf(subject);
    if (standing !== 'owner' && !isLetIn(standing, { isVouchedFor: subject.external !== null })) return undefined;
    return {
      scope: { tenantId: subject.tenantId, environment: 'live' },
      actor: {
        type: 'user',
        id: subject.userId,
        scopes: standing === 'owner' ? EVERY_SCOPE : scopesOfRoles(standing.roles),
      },
      ownRate: null,
    };
  };
