import { validationError } from '@strata/kernel/errors';
import type { LockedTeams } from './team-store.ts';

const NOT_A_MEMBER = 'names a user who is not a member of the organization';

/** The distinct member ids of a request, sorted. Errors: `validation_error` for an unknown member. */
export async function requireMembers(
  teams: Pick<LockedTeams, 'hasMembers'>,
  requested: readonly string[],
): Promise<string[]> {
  const memberIds = [...new Set(requested)].sort();
  if (await teams.hasMembers(memberIds)) return memberIds;
  throw validationError(`memberIds ${NOT_A_MEMBER}`, [{ field: 'memberIds', message: NOT_A_MEMBER }]);
}
