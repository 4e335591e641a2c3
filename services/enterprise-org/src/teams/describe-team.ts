import type { Team } from '@strata/contracts/schemas/team';
import type { StoredTeam } from './team-store.ts';

/** A team as lists show it. */
export const describeTeam = ({ id, name, description, memberCount, createdAt, updatedAt }: StoredTeam): Team => ({
  id,
  name,
  description,
  memberCount,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** The fields of a team that the audit log shows. */
export const auditedTeam = (
  { name, description }: Pick<StoredTeam, 'name' | 'description'>,
  memberIds: readonly string[],
) => ({ name, description, memberIds });
