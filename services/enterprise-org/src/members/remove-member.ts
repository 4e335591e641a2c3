import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { removeMember as operation } from '@strata/contracts/operations/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { auditedInvitation, auditedMember } from './describe-member.ts';
import { actingMember, requireAnotherOwner, requireMayChange } from './rank.ts';
import type { ChangeMemberParts } from './update-member.ts';

/**
 * Removes a member, or withdraws an open invitation, which makes its token invalid.
 * Errors: `not_found`; `forbidden` for a member above the caller; `conflict` for the last owner.
 */
export function removeMemberHandler({ members, announceRoles, clock }: ChangeMemberParts) {
  return async function removeMember(
    { params: { orgId, memberId } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const removed = await members.change(context, orgId, async (locked, record) => {
      const acting = await actingMember(locked, context.actor.id);
      const member = await locked.get(memberId, clock.now());
      if (member === undefined) throw notFound('The member');
      requireMayChange(acting, member);
      await requireAnotherOwner(locked, member);
      await locked.remove(member.id);
      if (member.joinedAt === null)
        record({ action: 'invitation.withdraw', resourceId: memberId, before: auditedInvitation(member), after: null });
      else record({ action: 'member.delete', resourceId: memberId, before: auditedMember(member), after: null });
      return member;
    });
    if (removed.userId !== null) await announceRoles(removed.userId, context);
    return { id: removed.id, deleted: true };
  };
}
