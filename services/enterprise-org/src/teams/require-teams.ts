import { validationError, type AppError } from '@strata/kernel/errors';

/** Looks up the teams of one organization. */
export interface TeamLookup {
  /** Whether the organization has all of these teams; `teamIds` are distinct. */
  hasTeams(teamIds: readonly string[]): Promise<boolean>;
}

/** The distinct team ids of a request, sorted. Errors: `validation_error` for an unknown team. */
export async function requireTeams(teams: TeamLookup, requested: readonly string[]): Promise<string[]> {
  const teamIds = [...new Set(requested)].sort();
  if (await teams.hasTeams(teamIds)) return teamIds;
  throw unknownTeam('teamIds');
}

/** The team id of a request; null stays null. Errors: `validation_error` for an unknown team. */
export async function requireTeam(teams: TeamLookup, teamId: string | null): Promise<string | null> {
  if (teamId === null || (await teams.hasTeams([teamId]))) return teamId;
  throw unknownTeam('teamId');
}

const unknownTeam = (field: string): AppError =>
  validationError(`${field} names a team that does not exist`, [
    { field, message: 'names a team that does not exist' },
  ]);
