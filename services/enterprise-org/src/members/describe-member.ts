import type { Member } from '@strata/contracts/schemas/organization';
import type { StoredMember } from './member-store.ts';

/** A member, or an open invitation, as the interface shows it. */
export const describeMember = ({
  id,
  userId,
  email,
  name,
  role,
  teamIds,
  invitedBy,
  joinedAt,
}: StoredMember): Member => ({
  id,
  userId,
  email,
  name,
  role,
  teamIds: [...teamIds],
  status: joinedAt === null ? 'invited' : 'active',
  invitedBy,
  joinedAt: joinedAt?.toISOString() ?? null,
});

/** The fields of a member that the audit log shows. */
export const auditedMember = ({ userId, email, name, role, teamIds }: StoredMember) => ({
  userId,
  email,
  name,
  role,
  teamIds,
});

/** The fields of an invitation that the audit log shows: never its token. */
export const auditedInvitation = ({
  email,
  role,
  teamIds,
  expiresAt,
}: Pick<StoredMember, 'email' | 'role' | 'teamIds' | 'expiresAt'>) => ({
  email,
  role,
  teamIds,
  expiresAt: expiresAt?.toISOString() ?? null,
});
