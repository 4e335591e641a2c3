import { isAbove, type Role } from '@strata/contracts/schemas/organization';
import { AppError, conflict } from '@strata/kernel/errors';
import type { LockedMembers, StoredMember } from './member-store.ts';

/** The role of an organization's founder. */
export const OWNER: Role = 'owner';

/** The member who makes the request, as they are now. Errors: `forbidden` when they have been removed meanwhile. */
export async function actingMember(members: Pick<LockedMembers, 'ofUser'>, userId: string): Promise<StoredMember> {
  const acting = await members.ofUser(userId);
  if (acting === undefined) throw new AppError('forbidden', 'You are not a member of this organization');
  return acting;
}

/** Errors: `forbidden` for a role above the acting member's own. */
export function requireMayGrant(acting: StoredMember, role: Role): void {
  if (isAbove(role, acting.role)) {
    throw new AppError('forbidden', `Your role is ${acting.role}: you cannot grant a role above your own`);
  }
}

/**
 * Errors: `forbidden` when the role would count in the tenant for a user who gets it, and is above the roles that count there for
 * the acting member: the rank in an organization that they founded is of their own making.
 */
export async function requireMayAdmit(
  members: Pick<LockedMembers, 'mayAdmit'>,
  userId: string,
  role: Role,
): Promise<void> {
  if (!(await members.mayAdmit(userId, role))) throw new AppError('forbidden', ABOVE_COUNTING_ROLE);
}

const ABOVE_COUNTING_ROLE =
  'You cannot grant a role above the highest one that others gave you in the tenant: your role in an organization that you founded does not count';

/** Errors: `forbidden` when the other member ranks higher. */
export function requireMayChange(acting: StoredMember, other: StoredMember): void {
  if (isAbove(other.role, acting.role)) {
    throw new AppError('forbidden', `Your role is ${acting.role}: you cannot change a member above you`);
  }
}

/** Called before a member stops being an owner. Errors: `conflict` for the last owner. */
export async function requireAnotherOwner(
  members: Pick<LockedMembers, 'countOwners'>,
  member: StoredMember,
): Promise<void> {
  const isOwner = member.role === OWNER && member.joinedAt !== null;
  if (isOwner && (await members.countOwners()) < 2) {
    throw conflict('This is the last owner: make another member an owner first');
  }
}
