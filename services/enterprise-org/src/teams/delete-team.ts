import type { deleteTeam } from '@strata/contracts/operations/teams';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { auditedTeam } from './describe-team.ts';
import type { TeamStore } from './team-store.ts';

/** The audit log names no more of them. */
const MOST_NAMED = 1000;

/** Deletes a team; its members stay in the organization, and what named it names it no more. Errors: `not_found`. */
export const createDeleteTeam =
  ({ teams }: { readonly teams: Pick<TeamStore, 'change'> }) =>
  (
    { orgId, teamId }: z.output<typeof deleteTeam.params>,
    context: RequestContext,
  ): Promise<{ id: string; deleted: true }> =>
    teams.change(context, orgId, async (held, note) => {
      const team = await held.get(teamId);
      if (team === undefined) throw notFound('The team');
      const before = {
        ...auditedTeam(team, await held.memberIds(teamId)),
        ...(await held.namedBy(teamId, MOST_NAMED)),
      };
      await held.remove(teamId);
      note({ action: 'team.delete', resourceId: teamId, before, after: null });
      return { id: teamId, deleted: true };
    });
