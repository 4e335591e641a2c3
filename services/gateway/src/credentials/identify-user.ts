import type { Role } from '@strata/contracts/schemas/organization';
import type { CheckCredential } from './authenticate.ts';
import type { Membership } from './member-store.ts';
import { EVERY_SCOPE, scopesOfRoles } from './scopes-of-roles.ts';
import type { TokenSubject } from './token-subject.ts';
import type { VerifiedToken, VerifyToken } from './verified-token.ts';

export interface IdentifyUserParts {
  readonly verify: VerifyToken;
  /** Whom a token speaks for; undefined when it says so in no way that its issuer may. */
  readonly subjectOf: (token: VerifiedToken) => TokenSubject | undefined;
  /** From a cache of less than a second. Errors: `unavailable`. */
  readonly memberOf: (subject: TokenSubject) => Promise<Membership | undefined>;
  /** The user's roles in the tenant's organizations, from a cache of less than a second. Errors: `unavailable`. */
  readonly rolesOf: (subject: TokenSubject) => Promise<readonly Role[]>;
}

/**
 * Who acts through a token, our own or an external issuer's: a member of the tenant that it names, with the scopes that
 * their roles leave them. Whom an invitation brought here, and no issuer, is a member by their roles alone. Undefined when
 * the token is not valid now or its user is no member. Errors: `unavailable`, also when it cannot be known what the user
 * may do.
 */
export const createIdentifyUser =
  ({ verify, subjectOf, memberOf, rolesOf }: IdentifyUserParts): CheckCredential =>
  async (text) => {
    const token = await verify(text);
    const subject = token && subjectOf(token);
    const member = subject && (await memberOf(subject));
    if (subject === undefined || member === undefined) return undefined;
    const roles = member.isOwner ? [] : await rolesOf(subject);
    if (!member.isOwner && subject.external === null && roles.length === 0) return undefined;
    return {
      scope: { tenantId: subject.tenantId, environment: 'live' },
      actor: { type: 'user', id: subject.userId, scopes: member.isOwner ? EVERY_SCOPE : scopesOfRoles(roles) },
      ownRate: null,
    };
  };
