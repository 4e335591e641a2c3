import type { createTeam } from '@strata/contracts/operations/teams';
import type { Team } from '@strata/contracts/schemas/team';
import { MOST_TEAMS } from '@strata/contracts/schemas/team-ids';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { auditedTeam, describeTeam } from './describe-team.ts';
import { requireMembers } from './member-ids.ts';
import type { TeamStore } from './team-store.ts';

export interface ChangeTeamParts {
  readonly teams: Pick<TeamStore, 'change'>;
  readonly clock: Clock;
}

/**
 * Makes a team. Errors: `conflict` for a taken name, and for one team too many; `validation_error` for who is no member.
 */
export const createCreateTeam =
  ({ teams, clock }: ChangeTeamParts) =>
  (
    orgId: string,
    { name, description, memberIds: named }: z.output<typeof createTeam.body>,
    context: RequestContext,
  ): Promise<Team> =>
    teams.change(context, orgId, async (held, note) => {
      if ((await held.count()) >= MOST_TEAMS)
        throw conflict(`The organization has ${String(MOST_TEAMS)} teams, which is the maximum`);
      const memberIds = await requireMembers(held, named);
      const now = clock.now();
      const id = newId('team');
      const team = { id, name, description, memberCount: memberIds.length, createdAt: now, updatedAt: now };
      await held.insert(team);
      await held.setMembers(id, memberIds);
      note({ action: 'team.create', resourceId: id, before: null, after: auditedTeam(team, memberIds) });
      return describeTeam(team);
    });
