import type { updateTeam } from '@strata/contracts/operations/teams';
import type { Team } from '@strata/contracts/schemas/team';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { noteDifference } from '../audit/note.ts';
import type { ChangeTeamParts } from './create-team.ts';
import { auditedTeam, describeTeam } from './describe-team.ts';
import { requireMembers } from './member-ids.ts';

/**
 * Changes what is sent and leaves the rest alone.
 * Errors: `not_found`; `conflict` for a taken name; `validation_error` for who is no member.
 */
export const createUpdateTeam =
  ({ teams, clock }: ChangeTeamParts) =>
  (
    { orgId, teamId }: z.output<typeof updateTeam.params>,
    { name, description, memberIds: named }: z.output<typeof updateTeam.body>,
    context: RequestContext,
  ): Promise<Team> =>
    teams.change(context, orgId, async (held, note) => {
      const before = await held.get(teamId);
      if (before === undefined) throw notFound('The team');
      const hadIds = await held.memberIds(teamId);
      const memberIds = named === undefined ? hadIds : await requireMembers(held, named);
      const after = {
        ...before,
        name: name ?? before.name,
        description: description === undefined ? before.description : description,
        memberCount: memberIds.length,
        updatedAt: clock.now(),
      };
      const what = { action: 'team.update', resourceId: teamId };
      if (!noteDifference(note, what, auditedTeam(before, hadIds), auditedTeam(after, memberIds)))
        return describeTeam(before);
      await held.put(after);
      if (named !== undefined) await held.setMembers(teamId, memberIds);
      return describeTeam(after);
    });
