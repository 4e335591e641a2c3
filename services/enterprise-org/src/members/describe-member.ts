import type { Member } from '@strata/contracts/schemas/organization';
import type { StoredMember } from './roster.ts';

/** A member, or an open invitation, as the interface shows it. */
export const describeMember = ({ id, userId, email, name, role, teamIds, joinedAt }: StoredMember): Member => ({
  id,
  userId,
  email,
  name,
  role,
  teamIds: [...teamIds],
  status: joinedAt === null ? 'invited' : 'active',
  joinedAt: joinedAt?.toISOString() ?? null,
});

/** What the audit log says of a member. */
export const auditedMember = ({ userId, email, name, role, teamIds }: StoredMember) => ({
  userId,
  email,
  name,
  role,
  teamIds,
});

/** What the audit log says of an invitation: never its token. */
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
