import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listTeams as operation } from '@strata/contracts/operations/teams';
import type { RequestContext } from '@strata/kernel/actor';
import { paginationOf } from '@strata/kernel/cursor';
import { requestedPage } from '../organization-data/requested-page.ts';
import { describeTeam } from './describe-team.ts';
import type { TeamStore } from './team-store.ts';

/** Errors: `validation_error` for a damaged cursor. */
export function listTeamsHandler({ teams }: { readonly teams: Pick<TeamStore, 'list'> }) {
  return async function listTeams(
    { params: { orgId }, query }: RequestTo<typeof operation>,
    { scope }: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const page = await teams.list(scope, orgId, requestedPage(query));
    return { items: page.items.map(describeTeam), pagination: paginationOf(page) };
  };
}
