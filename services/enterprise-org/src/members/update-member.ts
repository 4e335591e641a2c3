import type { Member, Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import { describeMember } from './describe-member.ts';
import { actingMember, requireAnotherOwner, requireMayChange, requireMayGrant } from './rank.ts';
import type { MemberStore } from './roster.ts';

export interface ChangeMemberParts {
  readonly members: Pick<MemberStore, 'change'>;
  /** Never fails: who does not hear of it learns it later. */
  readonly announceRoles: (userId: string, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Gives a member, or an open invitation, another role.
 * Errors: `not_found`; `forbidden` for a member or a role above the caller; `conflict` for the last owner.
 */
export const createUpdateMember =
  ({ members, announceRoles, clock }: ChangeMemberParts) =>
  async (
    { orgId, memberId }: { readonly orgId: string; readonly memberId: string },
    role: Role,
    context: RequestContext,
  ): Promise<Member> => {
    const changed = await members.change(context.scope, orgId, async (roster) => {
      const acting = await actingMember(roster, context.actor.id);
      const member = await roster.get(memberId, clock.now());
      if (member === undefined) throw notFound('The member');
      requireMayChange(acting, member);
      requireMayGrant(acting, role);
      if (role === member.role) return member;
      await requireAnotherOwner(roster, member);
      return roster.setRole(member.id, role);
    });
    if (changed.userId !== null) await announceRoles(changed.userId, context);
    return describeMember(changed);
  };
