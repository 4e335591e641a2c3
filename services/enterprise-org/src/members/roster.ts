import type { Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';
import type { KnownTeams } from '../teams/require-teams.ts';

/** Somebody in an organization. Who is invited has no user and has not joined; who founded it was never invited. */
export interface StoredMember {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly role: Role;
  /** In order. Who is invited is in them from the moment they join. */
  readonly teamIds: readonly string[];
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

/** The members of one organization while nobody else can change them. */
export interface Roster extends KnownTeams {
  /** A member, or an invitation that is open at `now`. */
  get(memberId: string, now: Date): Promise<StoredMember | undefined>;
  ofUser(userId: string): Promise<StoredMember | undefined>;
  /** Also an invitation that has expired. */
  ofEmail(email: string): Promise<StoredMember | undefined>;
  /** The invitation of a token, or the member that it made. */
  ofToken(tokenHash: string): Promise<StoredMember | undefined>;
  /** How many owners have joined. */
  countOwners(): Promise<number>;
  invite(invitation: NewInvitation): Promise<void>;
  /** Makes a member of an invitation, or gives a member to another user. */
  join(memberId: string, by: { userId: string; name: string | null; joinedAt: Date }): Promise<void>;
  setRole(memberId: string, role: Role): Promise<void>;
  setTeams(memberId: string, teamIds: readonly string[]): Promise<void>;
  remove(memberId: string): Promise<void>;
}

export interface MemberStore {
  /** Members and invitations open at `now`, in the order of their coming; `after` continues a page that ended there. */
  list(
    scope: TenantScope,
    organizationId: string,
    page: { readonly now: Date; readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredMember>>;
  /**
   * One change at a time in an organization: `work` sees its members as they are, and they stay so until it is done. What
   * it notes is in the audit log when the change is. Nothing is changed when it throws.
   * @throws AppError `not_found` when there is no such organization.
   */
  change<T>(
    context: RequestContext,
    organizationId: string,
    work: (roster: Roster, note: Note) => Promise<T>,
  ): Promise<T>;
}
