import type { Team, TeamMember } from '@strata/contracts/schemas/team';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { LockedThings, OrganizationDataStore, Stored } from '../organization-data/store.ts';

export type StoredTeam = Stored<Team>;

/** Deleting a team removes it from everything that refers to it. */
export interface LockedTeams extends LockedThings<StoredTeam> {
  /** Sorted ids of the team's members who have joined the organization. */
  memberIds(id: string): Promise<readonly string[]>;
  /** Sorted ids of the namespaces and agent identities that refer to the team, at most `limit` of each. */
  referringTo(id: string, limit: number): Promise<{ namespaceIds: readonly string[]; agentIds: readonly string[] }>;
  /** Whether every id is that of a member who has joined the organization. */
  hasMembers(memberIds: readonly string[]): Promise<boolean>;
  /** Replaces the team's members; open invitations to the team stay. */
  setMembers(id: string, memberIds: readonly string[]): Promise<void>;
}

/** Teams; their names are unique in an organization. */
export interface TeamStore extends OrganizationDataStore<StoredTeam, LockedTeams> {
  /** A team and its first `limit` members in the order in which they came, as of one moment. */
  find(
    scope: TenantScope,
    organizationId: string,
    id: string,
    limit: number,
  ): Promise<{ readonly team: StoredTeam; readonly members: readonly TeamMember[] } | undefined>;
}
