import { isAbove, ROLE_PERMISSIONS, type Role } from '@strata/contracts/schemas/organization';
import type { RecordChange } from '../audit/audited-change.ts';
import { auditedInvitation } from './describe-member.ts';
import type { LockedMembers, StoredMember } from './member-store.ts';

/** Whether a member with the first role may send an invitation with the second one. */
const mayInvite = (own: Role, granted: Role): boolean =>
  ROLE_PERMISSIONS[own].includes('member:invite') && !isAbove(granted, own);

/**
 * Whether the user who answers for an invitation could send it now: a member whose role allows it, in an organization that
 * invites into the tenant, with a role in the tenant as a whole that is not below the invited one.
 */
export async function isStillVouchedFor(
  locked: Pick<LockedMembers, 'ofUser' | 'mayAdmit'>,
  { invitedBy, role }: Pick<StoredMember, 'invitedBy' | 'role'>,
): Promise<boolean> {
  if (invitedBy === null) return false;
  const inviter = await locked.ofUser(invitedBy);
  return inviter !== undefined && mayInvite(inviter.role, role) && (await locked.mayAdmit(invitedBy, role));
}

/** Withdraws the open invitations of a user that they could not send with the role that they have now (null: none). */
export async function withdrawInvitationsOf(
  { locked, record }: { readonly locked: LockedMembers; readonly record: RecordChange },
  userId: string | null,
  role: Role | null,
  now: Date,
): Promise<void> {
  const open = userId === null ? [] : await locked.invitationsBy(userId, now);
  for (const invitation of open) {
    if (role !== null && mayInvite(role, invitation.role)) continue;
    await withdrawInvitation({ locked, record }, invitation);
  }
}

/** Withdraws an open invitation: its token becomes invalid. */
export async function withdrawInvitation(
  { locked, record }: { readonly locked: Pick<LockedMembers, 'remove'>; readonly record: RecordChange },
  invitation: StoredMember,
): Promise<void> {
  await locked.remove(invitation.id);
  const before = auditedInvitation(invitation);
  record({ action: 'invitation.withdraw', resourceId: invitation.id, before, after: null });
}
