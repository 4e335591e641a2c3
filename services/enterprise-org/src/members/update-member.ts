import type { RequestTo } from '@strata/contracts/operation';
import type { updateMember as operation } from '@strata/contracts/operations/organizations';
import type { Member, Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import { recordDifference } from '../audit/audited-change.ts';
import { withdrawInvitationsOf } from './inviter-rights.ts';
import { withChanges } from '../organization-data/with-changes.ts';
import { requireTeams } from '../teams/require-teams.ts';
import { auditedMember, describeMember } from './describe-member.ts';
import type { MemberStore, StoredMember } from './member-store.ts';
import { actingMember, requireAnotherOwner, requireMayAdmit, requireMayChange, requireMayGrant } from './rank.ts';

/** Announces that a user's roles changed. Never fails: services that miss it read the roles again later. */
export type AnnounceRoles = (userId: string, context: RequestContext) => Promise<void>;

export interface ChangeMemberParts {
  readonly members: Pick<MemberStore, 'change'>;
  readonly announceRoles: AnnounceRoles;
  readonly clock: Clock;
}

/**
 * Gives a member, or an open invitation, another role or other teams. Withdraws the open invitations of a member that the
 * new role could not send.
 * Errors: `not_found`; `forbidden` for a member or a role above the caller, and in a tenant-wide organization for a role above
 * those that count for the caller in the tenant; `conflict` for the last owner; `validation_error` for an
 * unknown team.
 */
export function updateMemberHandler({ members, announceRoles, clock }: ChangeMemberParts) {
  return async function updateMember(
    { params: { orgId, memberId }, body }: RequestTo<typeof operation>,
    { organization, ...context }: RequestContext & { readonly organization: { readonly isOfTenant: boolean } },
  ): Promise<Member> {
    const updated = await members.change(context, orgId, async (locked, record) => {
      const acting = await actingMember(locked, context.actor.id);
      const now = clock.now();
      const before = await locked.get(memberId, now);
      if (before === undefined) throw notFound('The member');
      requireMayChange(acting, before);
      const role = body.role ?? before.role;
      requireMayGrant(acting, role);
      if (organization.isOfTenant && grants(before, role)) await requireMayAdmit(locked, context.actor.id, role);
      if (body.role !== undefined && body.role !== before.role) await requireAnotherOwner(locked, before);
      const teamIds = body.teamIds && (await requireTeams(locked, body.teamIds));
      // Who changes an open invitation answers for it from then on.
      const invitedBy = before.joinedAt === null ? context.actor.id : before.invitedBy;
      const after = { ...withChanges(before, { ...body, teamIds }), invitedBy };
      const what = { action: 'member.update', resourceId: memberId };
      if (!recordDifference(record, what, auditedMember(before), auditedMember(after))) return before;
      await locked.setRole(memberId, after.role);
      await locked.setTeams(memberId, after.teamIds);
      if (before.joinedAt === null) await locked.setInviter(memberId, context.actor.id);
      else await withdrawInvitationsOf({ locked, record }, after.userId, after.role, now);
      return after;
    });
    if (updated.userId !== null) await announceRoles(updated.userId, context);
    return describeMember(updated);
  };
}

/** Whether the acting member gives a role that can count in the tenant: a founder's never does. */
const grants = ({ joinedAt, invitedBy, role: before }: StoredMember, role: Role): boolean =>
  joinedAt === null || (invitedBy !== null && role !== before);
