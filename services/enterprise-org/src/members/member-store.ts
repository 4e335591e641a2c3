import type { Role } from '@strata/contracts/schemas/organization';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { OrganizationDataStore, PageRequest } from '../organization-data/store.ts';
import type { TeamLookup } from '../teams/require-teams.ts';

/**
 * A member, or an invitation to become one. An invitation has neither `userId` nor `joinedAt`; the founder of an
 * organization, who was not invited, has no `expiresAt`.
 */
export interface StoredMember {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
  /** Sorted. Those of an invitation take effect when the user joins. */
  readonly teamIds: readonly string[];
  /** The user who answers for the invitation. Null for the founder. */
  readonly invitedBy: string | null;
  readonly expiresAt: Date | null;
  readonly joinedAt: Date | null;
}

export interface NewInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly teamIds: readonly string[];
  readonly tokenHash: string;
  readonly invitedBy: string;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
}

/** A token with which a member sets a new password. */
export interface PasswordReset {
  readonly memberId: string;
  readonly userId: string;
  readonly issuedBy: string;
  /** The generation of the user's sessions in which it was issued. Null if the gateway did not state it. */
  readonly generation: number | null;
  readonly expiresAt: Date;
}

/** The members and invitations of one organization, while its lock is held. */
export interface LockedMembers extends TeamLookup {
  /** A member, or an invitation that is open at `now`. */
  get(memberId: string, now: Date): Promise<StoredMember | undefined>;
  ofUser(userId: string): Promise<StoredMember | undefined>;
  /** Also finds an expired invitation. */
  ofEmail(email: string): Promise<StoredMember | undefined>;
  /** The invitation with this token, or the member that it became. */
  ofToken(tokenHash: string): Promise<StoredMember | undefined>;
  /** The invitations of a user that are open at `now`, oldest first. */
  invitationsBy(userId: string, now: Date): Promise<readonly StoredMember[]>;
  /**
   * Whether the organization is tenant-wide, and the user may give others this role in the tenant: as its owner, or by a role
   * that does more than read and is not below it, which another user gave them in a tenant-wide organization.
   */
  mayAdmit(userId: string, role: Role): Promise<boolean>;
  /**
   * Whether one user may set another's password: the tenant's owner, or a tenant admin whose role in the tenant is not below
   * the other's; who also is, in every organization of the tenant that the other is a member of, owner or admin and not below
   * the other.
   */
  mayReset(userId: string, of: string): Promise<boolean>;
  /** Stores a reset in place of an earlier one of the member. */
  putReset(reset: PasswordReset & { readonly tokenHash: string }): Promise<void>;
  resetOfToken(tokenHash: string): Promise<PasswordReset | undefined>;
  /** Removes the resets of a user in all organizations of the tenant. */
  removeResets(userId: string): Promise<void>;
  /** Owners who have joined. */
  countOwners(): Promise<number>;
  invite(invitation: NewInvitation): Promise<void>;
  /** Turns an invitation into a member, or assigns a member to another user. */
  join(memberId: string, by: { userId: string; name: string | null; joinedAt: Date }): Promise<void>;
  /** Makes another user answer for an invitation. */
  setInviter(memberId: string, userId: string): Promise<void>;
  setRole(memberId: string, role: Role): Promise<void>;
  setTeams(memberId: string, teamIds: readonly string[]): Promise<void>;
  remove(memberId: string): Promise<void>;
  /** If a removed user has no role left in the tenant: makes sure that their API keys are revoked once the change commits. */
  revokeKeysOfFormer(userId: string, removedAt: Date): Promise<void>;
}

export interface MemberStore extends Pick<OrganizationDataStore<StoredMember, LockedMembers>, 'change'> {
  /** One page of the members and of the invitations open at `now`, oldest first. */
  list(
    scope: TenantScope,
    organizationId: string,
    page: PageRequest & { readonly now: Date },
  ): Promise<Page<StoredMember>>;
}
