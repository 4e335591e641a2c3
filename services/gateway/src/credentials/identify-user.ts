import type { CheckCredential } from './authenticate.ts';
import type { Membership } from './member-store.ts';
import type { createFindRights } from './find-rights.ts';
import type { TokenSubject } from './token-subject.ts';
import type { VerifiedToken, VerifyToken } from './verified-token.ts';

export interface IdentifyUserParts {
  readonly verify: VerifyToken;
  /** The user and tenant that a token names; undefined if it names none, or its issuer may not name them. */
  readonly subjectOf: (token: VerifiedToken) => TokenSubject | undefined;
  /** From a cache of less than a second. Errors: `unavailable`. */
  readonly memberOf: (subject: TokenSubject) => Promise<Membership | undefined>;
  /** From a cache of less than a second. Errors: `unavailable`. */
  readonly findRights: ReturnType<typeof createFindRights>;
}

/**
 * Finds the user that a token names, whether the gateway's own or an external issuer's: a member of the token's tenant, with
 * the key scopes and the rights that their roles give them. An invited user needs a role; a user removed from every
 * organization is rejected. Undefined when the token is not valid now or its user is not a member.
 * Errors: `unavailable`, also when the user's roles cannot be read.
 */
export const createIdentifyUser = ({ verify, subjectOf, memberOf, findRights }: IdentifyUserParts): CheckCredential =>
  async function identifyUser(text) {
    const token = await verify(text);
    const subject = token && subjectOf(token);
    const member = subject && (await memberOf(subject));
    const rights = member && (await findRights(subject, member, { isVouchedFor: subject.external !== null }));
    if (subject === undefined || rights === undefined) return undefined;
    return {
      scope: { tenantId: subject.tenantId, environment: 'live' },
      actor: { type: 'user', id: subject.userId, ...rights },
      ownRate: null,
    };
  };
