import { findIdentifiers } from '../identifiers/find-identifiers.ts';
import { findNames } from '../identifiers/find-names.ts';
import type { CompiledScope } from '../types.ts';
import type { SessionReading } from './read-session.ts';
import { verdictOf } from './session-outcome.ts';

/** Of one session. */
const MAX_IDENTIFIERS = 100;
const MAX_NAMES = 100;

/** How the sessions of a learning scope ended, and whom they name. */
export function summarizeSessions(
  readings: readonly { readonly reading: SessionReading; readonly task: string }[],
): Pick<CompiledScope, 'sessions' | 'identifierForms'> {
  const { bySession, decided, forms } = findIdentifiers(
    readings.map(({ reading: { id, named, isOfFiles }, task }) => ({ id, task, named, isOfFiles })),
  );
  const namesOf = findNames(
    readings.flatMap(({ reading: { id, names }, task }) => (bySession.has(id) ? { id, task, names } : [])),
    decided,
  );
  const sessions = readings
    .map(({ reading: { id, outcome } }) => ({
      sessionId: id,
      outcome: verdictOf(outcome),
      identifiers: (bySession.get(id) ?? []).slice(0, MAX_IDENTIFIERS),
      names: numbersFirst(namesOf.get(id) ?? []).slice(0, MAX_NAMES),
    }))
    .filter(({ outcome, identifiers }) => outcome !== null || identifiers.length > 0);
  return { sessions, identifierForms: [...forms] };
}

/** Puts names with digits first. A session keeps only its first names, and a code or a phone number tells more than a word. */
const numbersFirst = (names: readonly string[]): string[] => [
  ...names.filter((name) => /\d/.test(name)),
  ...names.filter((name) => !/\d/.test(name)),
];
