import type { Member, updateMemberRequestSchema } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { noteDifference } from '../audit/note.ts';
import { auditedMember, describeMember } from './describe-member.ts';
import { actingMember, requireAnotherOwner, requireMayChange, requireMayGrant } from './rank.ts';
import type { MemberStore, Roster, StoredMember } from './roster.ts';
import { requireTeams } from '../teams/require-teams.ts';

type MemberChange = z.output<typeof updateMemberRequestSchema>;

export interface ChangeMemberParts {
  readonly members: Pick<MemberStore, 'change'>;
  /** Never fails: who does not hear of it learns it later. */
  readonly announceRoles: (userId: string, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Gives a member, or an open invitation, another role or other teams.
 * Errors: `not_found`; `forbidden` for a member or a role above the caller; `conflict` for the last owner;
 * `validation_error` for a team that is not there.
 */
export const createUpdateMember =
  ({ members, announceRoles, clock }: ChangeMemberParts) =>
  async (
    { orgId, memberId }: { readonly orgId: string; readonly memberId: string },
    change: MemberChange,
    context: RequestContext,
  ): Promise<Member> => {
    const changed = await members.change(context, orgId, async (roster, note) => {
      const acting = await actingMember(roster, context.actor.id);
      const before = await roster.get(memberId, clock.now());
      if (before === undefined) throw notFound('The member');
      requireMayChange(acting, before);
      const after = await changedBy(change, before, acting, roster);
      const what = { action: 'member.update', resourceId: memberId };
      if (noteDifference(note, what, auditedMember(before), auditedMember(after))) {
        await roster.setRole(memberId, after.role);
        await roster.setTeams(memberId, after.teamIds);
      }
      return after;
    });
    if (changed.userId !== null) await announceRoles(changed.userId, context);
    return describeMember(changed);
  };

async function changedBy(
  change: MemberChange,
  before: StoredMember,
  acting: StoredMember,
  roster: Roster,
): Promise<StoredMember> {
  const { role = before.role, teamIds } = change;
  requireMayGrant(acting, role);
  if (role !== before.role) await requireAnotherOwner(roster, before);
  return { ...before, role, teamIds: teamIds === undefined ? before.teamIds : await requireTeams(roster, teamIds) };
}
