import type { getTeam, listTeams } from '@strata/contracts/operations/teams';
import { MOST_TEAM_MEMBERS, type TeamDetail } from '@strata/contracts/schemas/team';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { describeTeam } from './describe-team.ts';
import type { TeamStore } from './team-store.ts';

/** One page of an organization's teams. Errors: `validation_error` for a damaged cursor. */
export const createListTeams =
  ({ teams }: { readonly teams: Pick<TeamStore, 'list'> }) =>
  async (
    orgId: string,
    { limit, cursor }: z.output<typeof listTeams.query>,
    scope: TenantScope,
  ): Promise<z.input<typeof listTeams.response>> => {
    const page = await teams.list(scope, orgId, { limit, after: continuedFrom(cursor) });
    return { items: page.items.map(describeTeam), pagination: paginationOf(page) };
  };

/** A team with its members. Errors: `not_found`. */
export const createGetTeam =
  ({ teams }: { readonly teams: Pick<TeamStore, 'find'> }) =>
  async ({ orgId, teamId }: z.output<typeof getTeam.params>, scope: TenantScope): Promise<TeamDetail> => {
    const found = await teams.find(scope, orgId, teamId, MOST_TEAM_MEMBERS);
    if (found === undefined) throw notFound('The team');
    return { ...describeTeam(found.team), members: [...found.members] };
  };
