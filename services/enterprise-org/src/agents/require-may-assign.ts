import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import { AppError } from '@strata/kernel/errors';
import type { LockedAgents } from './agent-store.ts';

/**
 * A team's agents can read what the team can read. So only a member of the team, or a member who may change teams, adds
 * agents to it or removes them. Errors: `forbidden`.
 */
export async function requireMayAssign(
  agents: Pick<LockedAgents, 'member'>,
  userId: string,
  teamId: string,
): Promise<void> {
  const member = await agents.member(userId);
  if (member === undefined) throw new AppError('forbidden', 'You are not a member of this organization');
  if (member.teamIds.includes(teamId) || ROLE_PERMISSIONS[member.role].includes('team:update')) return;
  throw new AppError(
    'forbidden',
    `Your role is ${member.role}: you can add agents only to your own teams, and remove them only from those`,
  );
}
