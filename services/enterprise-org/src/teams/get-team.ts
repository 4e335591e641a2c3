import type { RequestTo } from '@strata/contracts/operation';
import type { getTeam as operation } from '@strata/contracts/operations/teams';
import { MOST_TEAM_MEMBERS, type TeamDetail } from '@strata/contracts/schemas/team';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { describeTeam } from './describe-team.ts';
import type { TeamStore } from './team-store.ts';

/** Errors: `not_found`. */
export function getTeamHandler({ teams }: { readonly teams: Pick<TeamStore, 'find'> }) {
  return async function getTeam(
    { params: { orgId, teamId } }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<TeamDetail> {
    const found = await teams.find(scope, orgId, teamId, MOST_TEAM_MEMBERS);
    if (found === undefined) throw notFound('The team');
    return { ...describeTeam(found.team), members: [...found.members] };
  };
}
