import { validationError, type AppError } from '@strata/kernel/errors';

/** Knows the teams of one organization. */
export interface KnownTeams {
  /** Whether the organization has all of these teams, each named once. */
  hasTeams(teamIds: readonly string[]): Promise<boolean>;
}

/** The teams that `teamIds` of a request names, each once and in order. Errors: `validation_error`. */
export async function requireTeams(known: KnownTeams, named: readonly string[]): Promise<readonly string[]> {
  const teamIds = [...new Set(named)].sort();
  if (await known.hasTeams(teamIds)) return teamIds;
  throw noSuchTeam('teamIds');
}

/** The team, or none, that `teamId` of a request names. Errors: `validation_error`. */
export async function requireTeam(known: KnownTeams, teamId: string | null): Promise<string | null> {
  if (teamId === null || (await known.hasTeams([teamId]))) return teamId;
  throw noSuchTeam('teamId');
}

const noSuchTeam = (field: string): AppError =>
  validationError(`${field} names a team that does not exist`, [
    { field, message: 'names a team that does not exist' },
  ]);
