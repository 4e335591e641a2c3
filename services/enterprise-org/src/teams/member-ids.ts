import { validationError } from '@strata/kernel/errors';
import type { Teams } from './team-store.ts';

/** The members that a request names, each once and in order. Errors: `validation_error` for who is no member. */
export async function requireMembers(
  teams: Pick<Teams, 'hasMembers'>,
  named: readonly string[],
): Promise<readonly string[]> {
  const memberIds = [...new Set(named)].sort();
  if (await teams.hasMembers(memberIds)) return memberIds;
  throw validationError('memberIds names somebody who is no member of the organization', [
    { field: 'memberIds', message: 'names somebody who is no member of the organization' },
  ]);
}
