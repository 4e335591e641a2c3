import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import { AppError } from '@strata/kernel/errors';
import type { Agents } from './agent-store.ts';

/**
 * What is open to a team is open to its agents. So whoever puts an agent into a team, or takes it out, is in it
 * themselves, or may put anybody into it. Errors: `forbidden`.
 */
export async function requireMayPlace(held: Pick<Agents, 'member'>, userId: string, teamId: string): Promise<void> {
  const member = await held.member(userId);
  if (member === undefined) throw new AppError('forbidden', 'You are not a member of this organization');
  if (member.teamIds.includes(teamId) || ROLE_PERMISSIONS[member.role].includes('team:update')) return;
  throw new AppError(
    'forbidden',
    `Your role is ${member.role}: you put agents into teams of your own alone, and take them out of those`,
  );
}
