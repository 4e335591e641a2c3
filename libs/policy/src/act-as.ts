import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { OrganizationMembership } from './decision.ts';

/** A user with their role and teams in the organization of an agent identity. */
export interface ActingMember extends OrganizationMembership {
  readonly userId: string;
}

/** Whom an agent identity belongs to: its team or, without one, the user who created it (null: not known). */
export interface AgentOwnership {
  readonly teamId: string | null;
  readonly createdBy: string | null;
}

/**
 * Whether a user may act as an agent identity: move it to a team, bind an API key to it, name it in an event, and go on using
 * a key that is bound to it. This takes the permission `agent:update`, and that the agent belongs to the user or their team,
 * or that the user manages all agents (`team:update`).
 */
export function mayActAs({ userId, role, teamIds }: ActingMember, { teamId, createdBy }: AgentOwnership): boolean {
  const permissions = role === null ? [] : ROLE_PERMISSIONS[role];
  if (!permissions.includes('agent:update')) return false;
  if (permissions.includes('team:update')) return true;
  return teamId === null ? createdBy === userId : teamIds.includes(teamId);
}
