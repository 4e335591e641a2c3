import type { SessionState } from './session-state.ts';
import type { ExternalUser } from './token-subject.ts';

/** A user's membership in a tenant. */
export interface Membership {
  /** Whether they own the tenant, independently of their roles in organizations. */
  readonly isOwner: boolean;
  /** The external issuer of the user's account; null for a local one. */
  readonly issuer: string | null;
  /** When the user's sessions were ended, in whatever tenant. */
  readonly sessions: SessionState;
}

/** The members of tenants. Errors of every method: `unavailable`. */
export interface MemberStore {
  find(tenantId: string, userId: string): Promise<Membership | undefined>;
  /**
   * Creates the user if they do not exist, and makes them a member of the tenant the first time: a removed user is not
   * admitted again. Leaves out an e-mail address that belongs to a local account. Undefined if the user is not a member
   * afterwards, or the tenant does not exist.
   */
  admit(tenantId: string, user: ExternalUser, at: Date): Promise<Membership | undefined>;
}
