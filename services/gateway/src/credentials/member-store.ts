import type { ExternalUser } from './token-subject.ts';

/** A user's standing in a tenant. `isOwner`: the tenant is theirs, whatever role an organization gives them. */
export interface Membership {
  readonly isOwner: boolean;
}

/** Who belongs to which tenant. Every method throws AppError `unavailable`. */
export interface MemberStore {
  find(tenantId: string, userId: string): Promise<Membership | undefined>;
  /**
   * Makes the user, once, and lets them into the tenant, once for ever: who was removed from it stays out. Their e-mail
   * address is left out where it is a local account's. Undefined when they are not a member afterwards, or the tenant
   * does not exist.
   */
  admit(tenantId: string, user: ExternalUser, at: Date): Promise<Membership | undefined>;
}
