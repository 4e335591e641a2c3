import type { Member } from '@strata/contracts/schemas/organization';
import type { StoredMember } from './roster.ts';

/** A member, or an open invitation, as the interface shows it. There are no teams to be in yet. */
export const describeMember = ({ id, userId, email, name, role, joinedAt }: StoredMember): Member => ({
  ...{ id, userId, email, name, role },
  teamIds: [],
  status: joinedAt === null ? 'invited' : 'active',
  joinedAt: joinedAt?.toISOString() ?? null,
});
