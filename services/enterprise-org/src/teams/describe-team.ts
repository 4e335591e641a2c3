import type { Team } from '@strata/contracts/schemas/team';
import type { StoredTeam } from './team-store.ts';

/** A team as the interface shows it in a list. */
export const describeTeam = ({ id, name, description, memberCount, createdAt, updatedAt }: StoredTeam): Team => ({
  id,
  name,
  description,
  memberCount,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** What the audit log says of a team. */
export const auditedTeam = (
  { name, description }: Pick<StoredTeam, 'name' | 'description'>,
  memberIds: readonly string[],
) => ({ name, description, memberIds });
