import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { removeMember as operation } from '@strata/contracts/operations/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { withdrawInvitation, withdrawInvitationsOf } from './inviter-rights.ts';
import { auditedMember } from './describe-member.ts';
import { actingMember, requireAnotherOwner, requireMayChange } from './rank.ts';
import type { ChangeMemberParts } from './update-member.ts';

/**
 * Removes a member and withdraws the open invitations that they sent, or withdraws one open invitation. The API keys of a
 * user who has no role left in the tenant are revoked.
 * Errors: `not_found`; `forbidden` for a member above the caller; `conflict` for the last owner.
 */
export function removeMemberHandler({ members, announceRoles, clock }: ChangeMemberParts) {
  return async function removeMember(
    { params: { orgId, memberId } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    const removed = await members.change(context, orgId, async (locked, record) => {
      const acting = await actingMember(locked, context.actor.id);
      const now = clock.now();
      const member = await locked.get(memberId, now);
      if (member === undefined) throw notFound('The member');
      requireMayChange(acting, member);
      await requireAnotherOwner(locked, member);
      if (member.joinedAt === null) await withdrawInvitation({ locked, record }, member);
      else {
        await locked.remove(member.id);
        record({ action: 'member.delete', resourceId: memberId, before: auditedMember(member), after: null });
        await withdrawInvitationsOf({ locked, record }, member.userId, null, now);
        if (member.userId !== null) await locked.revokeKeysOfFormer(member.userId, now);
      }
      return member;
    });
    if (removed.userId !== null) await announceRoles(removed.userId, context);
    return { id: removed.id, deleted: true };
  };
}
