import type { Agent } from '@strata/contracts/schemas/agent';
import type { Role } from '@strata/contracts/schemas/organization';
import type { LockedThings, OrganizationDataStore, Stored } from '../organization-data/store.ts';
import type { TeamLookup } from '../teams/require-teams.ts';

export interface StoredAgent extends Stored<Agent> {
  /** The user who created it; not shown. */
  readonly createdBy: string | null;
}

export interface LockedAgents extends LockedThings<StoredAgent>, TeamLookup {
  /** A user's role and teams in the organization; undefined for a user who is not a member. */
  member(userId: string): Promise<{ readonly role: Role; readonly teamIds: readonly string[] } | undefined>;
}

/** Agent identities; their names are unique in an organization. */
export type AgentStore = OrganizationDataStore<StoredAgent, LockedAgents>;
