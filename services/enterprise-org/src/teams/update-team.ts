import type { RequestTo } from '@strata/contracts/operation';
import type { updateTeam as operation } from '@strata/contracts/operations/teams';
import type { Team } from '@strata/contracts/schemas/team';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { recordDifference } from '../audit/audited-change.ts';
import { withChanges } from '../organization-data/with-changes.ts';
import type { ChangeTeamParts } from './create-team.ts';
import { auditedTeam, describeTeam } from './describe-team.ts';
import { requireMembers } from './require-members.ts';

/** Errors: `not_found`; `conflict` for a taken name; `validation_error` for an unknown member. */
export function updateTeamHandler({ teams, clock }: ChangeTeamParts) {
  return async function updateTeam(
    { params: { orgId, teamId }, body: { memberIds: requested, ...sent } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Team> {
    return teams.change(context, orgId, async (locked, record) => {
      const before = await locked.get(teamId);
      if (before === undefined) throw notFound('The team');
      const hadIds = await locked.memberIds(teamId);
      const memberIds = requested === undefined ? hadIds : await requireMembers(locked, requested);
      const after = { ...withChanges(before, sent), memberCount: memberIds.length, updatedAt: clock.now() };
      const what = { action: 'team.update', resourceId: teamId };
      if (!recordDifference(record, what, auditedTeam(before, hadIds), auditedTeam(after, memberIds)))
        return describeTeam(before);
      await locked.update(after);
      if (requested !== undefined) await locked.setMembers(teamId, memberIds);
      return describeTeam(after);
    });
  };
}
