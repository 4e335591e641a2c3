import type { RequestTo } from '@strata/contracts/operation';
import type { createTeam as operation } from '@strata/contracts/operations/teams';
import type { Team } from '@strata/contracts/schemas/team';
import { MOST_TEAMS } from '@strata/contracts/schemas/team-ids';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { auditedTeam, describeTeam } from './describe-team.ts';
import { requireMembers } from './require-members.ts';
import type { TeamStore } from './team-store.ts';

export interface ChangeTeamParts {
  readonly teams: Pick<TeamStore, 'change'>;
  readonly clock: Clock;
}

/**
 * Errors: `conflict` for a taken name, and when the organization has the maximum of teams; `validation_error` for an
 * unknown member.
 */
export function createTeamHandler({ teams, clock }: ChangeTeamParts) {
  return async function createTeam(
    { params: { orgId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Team> {
    const { name, description } = body;
    return teams.change(context, orgId, async (locked, record) => {
      if ((await locked.count()) >= MOST_TEAMS)
        throw conflict(`The organization has ${String(MOST_TEAMS)} teams, which is the maximum`);
      const memberIds = await requireMembers(locked, body.memberIds);
      const now = clock.now();
      const id = newId('team');
      const team = { id, name, description, memberCount: memberIds.length, createdAt: now, updatedAt: now };
      await locked.insert(team);
      await locked.setMembers(id, memberIds);
      record({ action: 'team.create', resourceId: id, before: null, after: auditedTeam(team, memberIds) });
      return describeTeam(team);
    });
  };
}
