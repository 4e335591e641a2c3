import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { deleteTeam as operation } from '@strata/contracts/operations/teams';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { auditedTeam } from './describe-team.ts';
import type { TeamStore } from './team-store.ts';

/** Most namespaces, and most agent identities, that the audit entry lists. */
const MOST_REFERRING = 1000;

/** Deletes a team; its members stay in the organization. Errors: `not_found`. */
export function deleteTeamHandler({ teams }: { readonly teams: Pick<TeamStore, 'change'> }) {
  return async function deleteTeam(
    { params: { orgId, teamId } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    return teams.change(context, orgId, async (locked, record) => {
      const team = await locked.get(teamId);
      if (team === undefined) throw notFound('The team');
      const before = {
        ...auditedTeam(team, await locked.memberIds(teamId)),
        ...(await locked.referringTo(teamId, MOST_REFERRING)),
      };
      await locked.remove(teamId);
      record({ action: 'team.delete', resourceId: teamId, before, after: null });
      return { id: teamId, deleted: true };
    });
  };
}
