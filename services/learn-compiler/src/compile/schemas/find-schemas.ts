import type { CountWriters } from '../event-writers.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { buildSchema } from './build-schema.ts';
import { candidateSequences } from './candidate-sequences.ts';
import { selectSequences } from './select-sequences.ts';

/** The task schemas of a learning scope: sequences that recur in its successful sessions. */
export function findSchemas(sessions: readonly Session[], roles: SymbolRoles, writers: CountWriters): TitledDraft[] {
  const successful = sessions.filter((session) => session.succeeded === true);
  const candidates = candidateSequences(successful, roles);
  return selectSequences(candidates, sessions, roles).map((scored) => buildSchema(scored, sessions, roles, writers));
}
