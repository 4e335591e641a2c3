import { isAbove, type Role } from '@strata/contracts/schemas/organization';
import { AppError, conflict } from '@strata/kernel/errors';
import type { Roster, StoredMember } from './roster.ts';

/** The member who acts, as they are now. Errors: `forbidden` when they have been removed meanwhile. */
export async function actingMember(roster: Pick<Roster, 'ofUser'>, userId: string): Promise<StoredMember> {
  const acting = await roster.ofUser(userId);
  if (acting === undefined) throw new AppError('forbidden', 'You are not a member of this organization');
  return acting;
}

/** Errors: `forbidden` for a role above the acting member's own. */
export function requireMayGrant(acting: StoredMember, role: Role): void {
  if (isAbove(role, acting.role)) {
    throw new AppError('forbidden', `Your role is ${acting.role}: nobody grants a role above their own`);
  }
}

/** Errors: `forbidden` when the other ranks higher. */
export function requireMayChange(acting: StoredMember, other: StoredMember): void {
  if (isAbove(other.role, acting.role)) {
    throw new AppError('forbidden', `Your role is ${acting.role}: nobody changes a member above them`);
  }
}

/** Asked before a member ceases to be an owner. Errors: `conflict` when no other is left. */
export async function requireAnotherOwner(roster: Pick<Roster, 'countOwners'>, member: StoredMember): Promise<void> {
  const isOwner = member.role === 'owner' && member.joinedAt !== null;
  if (isOwner && (await roster.countOwners()) < 2) {
    throw conflict('This is the last owner: make another member an owner first');
  }
}
