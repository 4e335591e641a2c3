import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { auditedInvitation, auditedMember } from './describe-member.ts';
import { actingMember, requireAnotherOwner, requireMayChange } from './rank.ts';
import type { ChangeMemberParts } from './update-member.ts';

/**
 * Takes a member out of the organization, or withdraws an open invitation, whose token then opens nothing.
 * Errors: `not_found`; `forbidden` for a member above the caller; `conflict` for the last owner.
 */
export const createRemoveMember =
  ({ members, announceRoles, clock }: ChangeMemberParts) =>
  async (
    { orgId, memberId }: { readonly orgId: string; readonly memberId: string },
    context: RequestContext,
  ): Promise<{ id: string; deleted: true }> => {
    const removed = await members.change(context, orgId, async (roster, note) => {
      const acting = await actingMember(roster, context.actor.id);
      const member = await roster.get(memberId, clock.now());
      if (member === undefined) throw notFound('The member');
      requireMayChange(acting, member);
      await requireAnotherOwner(roster, member);
      await roster.remove(member.id);
      if (member.joinedAt === null) {
        note({ action: 'invitation.withdraw', resourceId: member.id, before: auditedInvitation(member), after: null });
      } else {
        note({ action: 'member.delete', resourceId: member.id, before: auditedMember(member), after: null });
      }
      return member;
    });
    if (removed.userId !== null) await announceRoles(removed.userId, context);
    return { id: removed.id, deleted: true };
  };
