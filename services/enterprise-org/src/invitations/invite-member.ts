import type { RequestTo } from '@strata/contracts/operation';
import type { inviteMember as operation } from '@strata/contracts/operations/organizations';
import type { Invitation } from '@strata/contracts/schemas/organization';
import type { Clock } from '@strata/kernel/clock';
import { AppError, conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { RecordChange } from '../audit/audited-change.ts';
import { auditedInvitation } from '../members/describe-member.ts';
import type { LockedMembers, MemberStore, StoredMember } from '../members/member-store.ts';
import { actingMember, requireMayAdmit, requireMayChange, requireMayGrant } from '../members/rank.ts';
import type { MemberContext } from '../organizations/organization-store.ts';
import { requireTeams } from '../teams/require-teams.ts';
import { withdrawInvitation } from '../members/inviter-rights.ts';
import { hashToken, newInvitationToken } from '../members/secret-token.ts';

export interface InviteMemberParts {
  readonly members: Pick<MemberStore, 'change'>;
  readonly clock: Clock;
  readonly invitationDays: number;
}

const DAY_MS = 24 * 3600 * 1000;

const NOT_TENANT_WIDE =
  'This organization cannot invite users into the tenant: only an organization that a tenant admin created can';

/**
 * Invites an address. An open invitation to it is replaced, and its token becomes invalid.
 * Errors: `conflict` when the address belongs to a member; `forbidden` for a role or an open invitation above the caller,
 * a role above those that count for the caller in the tenant, and in an organization that is not tenant-wide; `validation_error` for an unknown team.
 */
export function inviteMemberHandler({ members, clock, invitationDays }: InviteMemberParts) {
  return async function inviteMember(
    { params: { orgId }, body: { email, role, teamIds: requested } }: RequestTo<typeof operation>,
    { organization, ...context }: MemberContext,
  ): Promise<Invitation> {
    if (!organization.isOfTenant) throw new AppError('forbidden', NOT_TENANT_WIDE);
    const token = newInvitationToken();
    const invitedAt = clock.now();
    const expiresAt = new Date(invitedAt.getTime() + invitationDays * DAY_MS);
    const id = newId('mbr');
    const teamIds = await members.change(context, orgId, async (locked, record) => {
      const acting = await actingMember(locked, context.actor.id);
      requireMayGrant(acting, role);
      await requireMayAdmit(locked, context.actor.id, role);
      const invitation = { id, email, role, teamIds: await requireTeams(locked, requested), expiresAt };
      await removePrevious({ locked, record }, acting, email, invitedAt);
      await locked.invite({ ...invitation, invitedBy: context.actor.id, invitedAt, tokenHash: hashToken(token) });
      record({ action: 'invitation.create', resourceId: id, before: null, after: auditedInvitation(invitation) });
      return invitation.teamIds;
    });
    return {
      id,
      email,
      role,
      teamIds,
      status: 'invited',
      invitationToken: token,
      expiresAt: expiresAt.toISOString(),
    };
  };
}

async function removePrevious(
  { locked, record }: { readonly locked: LockedMembers; readonly record: RecordChange },
  acting: StoredMember,
  email: string,
  now: Date,
): Promise<void> {
  const previous = await locked.ofEmail(email);
  if (previous === undefined) return;
  if (previous.joinedAt !== null) throw conflict('This address is a member of the organization already');
  const isOpen = previous.expiresAt !== null && previous.expiresAt > now;
  if (!isOpen) return locked.remove(previous.id);
  requireMayChange(acting, previous);
  await withdrawInvitation({ locked, record }, previous);
}
