import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import { AppError } from '@strata/kernel/errors';
import { mayActAs } from '@strata/policy/act-as';
import type { LockedAgents, StoredAgent } from './agent-store.ts';

/** A change of an agent identity's team. `agent` is null for a new one. */
export interface Placement {
  readonly agent: Pick<StoredAgent, 'teamId' | 'createdBy'> | null;
  readonly teamId: string | null;
}

/**
 * A team's agents can read what the team can read. So a user moves only an agent that they may act as, and adds agents
 * only to their own teams, or to any if they may change teams. Errors: `forbidden`.
 */
export async function requireMayPlace(
  agents: Pick<LockedAgents, 'member'>,
  userId: string,
  { agent, teamId }: Placement,
): Promise<void> {
  const member = await agents.member(userId);
  if (member === undefined) throw new AppError('forbidden', 'You are not a member of this organization');
  const { role, teamIds } = member;
  if (agent !== null && !mayActAs({ userId, role, teamIds }, agent))
    throw new AppError(
      'forbidden',
      `Your role is ${role}: you can move only agents of your own teams, and agents without a team that you created`,
    );
  if (teamId === null || teamIds.includes(teamId) || ROLE_PERMISSIONS[role].includes('team:update')) return;
  throw new AppError('forbidden', `Your role is ${role}: you can add agents only to your own teams`);
}
