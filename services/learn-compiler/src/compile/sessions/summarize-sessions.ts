import { findIdentifiers } from '../identifiers/find-identifiers.ts';
import type { CompiledScope } from '../types.ts';
import type { SessionReading } from './read-session.ts';

/** How the sessions of a learning scope ended, and whom they name. */
export function summarizeSessions(
  readings: readonly { readonly reading: SessionReading; readonly task: string }[],
): Pick<CompiledScope, 'sessions' | 'identifierForms'> {
  const { bySession, forms } = findIdentifiers(
    readings.map(({ reading: { id, named, isOfFiles }, task }) => ({ id, task, named, isOfFiles })),
  );
  const sessions = readings
    .map(({ reading: { id, outcome } }) => ({
      sessionId: id,
      outcome: outcome?.isVerdict === true ? endOf(outcome.succeeded) : null,
      identifiers: [...(bySession.get(id) ?? [])],
    }))
    .filter(({ outcome, identifiers }) => outcome !== null || identifiers.length > 0);
  return { sessions, identifierForms: [...forms] };
}

const endOf = (succeeded: boolean): 'success' | 'failure' => (succeeded ? 'success' : 'failure');
