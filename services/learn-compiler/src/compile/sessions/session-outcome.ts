import type { Step, StepKind } from '../types.ts';

/** Kinds of steps whose outcome counts for the session, the strongest first. A statement about the whole session comes before all of them. */
const OUTCOME_SOURCES: readonly StepKind[] = ['test', 'command', 'api', 'result', 'browse'];

export interface SessionOutcome {
  succeeded: boolean;
  /** Whether a statement about the session or a test run says so; otherwise it is a guess. */
  isVerdict: boolean;
  eventId: string;
}

/**
 * Reads a session's outcome: its verdict (the last statement about the whole session, else the last test run), else a guess
 * (the last command with an exit code, else the last response or result with a status or flag). Null if unknown.
 */
export function sessionOutcome(steps: readonly Step[]): SessionOutcome | null {
  const verdict = steps.findLast((step) => step.verdict === true && step.outcome !== undefined);
  const deciding =
    verdict ??
    OUTCOME_SOURCES.map((kind) =>
      steps.findLast(
        (step) => step.kind === kind && step.outcome !== undefined && (kind === 'test' || step.stated === true),
      ),
    ).find((step) => step !== undefined);
  if (deciding === undefined) return null;
  const isVerdict = deciding === verdict || deciding.kind === 'test';
  return { succeeded: deciding.outcome === 'ok', isVerdict, eventId: deciding.eventId };
}

/** What a session's verdict says; null without a verdict, however good the guess. */
export const verdictOf = (outcome: SessionOutcome | null): 'success' | 'failure' | null =>
  outcome?.isVerdict !== true ? null : outcome.succeeded ? 'success' : 'failure';
