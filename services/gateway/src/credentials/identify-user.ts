import type { CheckCredential } from './authenticate.ts';
import type { Membership } from './member-store.ts';
import type { createFindRights } from './find-rights.ts';
import { isBehind, isOpen } from './session-state.ts';
import type { TokenSubject } from './token-subject.ts';
import type { VerifiedToken, VerifyToken } from './verified-token.ts';

export interface IdentifyUserParts {
  readonly verify: VerifyToken;
  /** The user and tenant that a token names; undefined if it names none, or its issuer may not name them. */
  readonly subjectOf: (token: VerifiedToken) => TokenSubject | undefined;
  /** From a cache of less than a second. Errors: `unavailable`. */
  readonly memberOf: (subject: TokenSubject) => Promise<Membership | undefined>;
  /** Removes the membership from that cache. */
  readonly forgetMember: (subject: TokenSubject) => void;
  /** Whether an external issuer is trusted to say that its users belong to the tenant. */
  readonly vouches: (issuer: string, tenantId: string) => boolean;
  /** From a cache of less than a second. Errors: `unavailable`. */
  readonly findRights: ReturnType<typeof createFindRights>;
}

/**
 * Finds the user that a token names, whether the gateway's own or an external issuer's: a member of the token's tenant, with
 * the key scopes and the rights that their roles give them. An invited user needs a role; a user removed from every
 * organization is rejected, and so is a token from before the user's sessions were ended. Undefined when the token is not valid
 * now, its user is not a member, or the issuer with which they signed in is no longer trusted.
 * Errors: `unavailable`, also when the user's roles cannot be read.
 */
export const createIdentifyUser = (parts: IdentifyUserParts): CheckCredential => {
  const { verify, subjectOf, memberOf, forgetMember, vouches, findRights } = parts;
  /** The cache may be older than a token that was issued just after the user's sessions had been ended. */
  const memberSince = async (subject: TokenSubject): Promise<Membership | undefined> => {
    const member = await memberOf(subject);
    if (member === undefined || !isBehind(member.sessions, subject.age)) return member;
    forgetMember(subject);
    return memberOf(subject);
  };
  return async function identifyUser(text) {
    const token = await verify(text);
    const subject = token && subjectOf(token);
    const member = subject && (await memberSince(subject));
    if (subject === undefined || member === undefined || !isOpen(subject.age, member.sessions)) return undefined;
    const { voucher } = subject;
    if (voucher !== null && !vouches(voucher, subject.tenantId)) return undefined;
    const rights = await findRights(subject, member, { isVouchedFor: voucher !== null });
    if (rights === undefined) return undefined;
    return {
      scope: { tenantId: subject.tenantId, environment: 'live' },
      actor: { type: 'user', id: subject.userId, ...rights },
      ownRate: null,
    };
  };
};
