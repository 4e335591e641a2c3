import { validationError } from '@strata/kernel/errors';
import type { Roster } from './roster.ts';

/** The teams that a request names, each once and in order. Errors: `validation_error` for one that is not there. */
export async function requireTeams(
  roster: Pick<Roster, 'hasTeams'>,
  named: readonly string[],
): Promise<readonly string[]> {
  const teamIds = [...new Set(named)].sort();
  if (await roster.hasTeams(teamIds)) return teamIds;
  throw validationError('teamIds names a team that does not exist', [
    { field: 'teamIds', message: 'names a team that does not exist' },
  ]);
}
