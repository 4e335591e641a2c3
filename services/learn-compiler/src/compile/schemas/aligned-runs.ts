import type { Act, Session } from '../sessions/session.ts';
import type { GoalStep } from './goal-steps.ts';
import { matchLate } from './subsequence.ts';

/** Replaces a failed act in a sequence of symbols. */
const FAILED = '\0';

/** A successful session aligned with the steps of a schema. */
export interface AlignedRun {
  session: Session;
  /** The index of the act that is each step; -1 for an optional step that it skipped. */
  at: number[];
}

/** A session's symbols with failed acts masked, so that they match no step. */
export function wentSymbols(session: Session): string[] {
  return session.acts.map((act) => (act.outcome === 'error' ? FAILED : act.symbol));
}

/**
 * Aligns each session that has the required steps in order: every step with the first act that is it, as long as the
 * required steps after it still find theirs.
 */
export function alignRuns(steps: readonly GoalStep[], sessions: readonly Session[]): AlignedRun[] {
  const required = steps.flatMap(({ symbol, required: needed }) => (needed ? [symbol] : []));
  return sessions.flatMap((session) => {
    const went = wentSymbols(session);
    const latest = matchLate(required, went);
    return latest === null ? [] : [{ session, at: alignSteps(steps, latest, went) }];
  });
}

/** @param latest the last position that each required step can have */
function alignSteps(steps: readonly GoalStep[], latest: readonly number[], went: readonly string[]): number[] {
  let after = -1;
  let next = 0;
  return steps.map(({ symbol, required }) => {
    const end = required ? went.length : (latest[next] ?? went.length);
    const found = went.slice(after + 1, end).indexOf(symbol);
    if (required) next++;
    if (found < 0) return -1;
    after += 1 + found;
    return after;
  });
}

/** The acts aligned with one step. */
export function stepActs(runs: readonly AlignedRun[], step: number): Act[] {
  return runs.flatMap(({ session, at }) => {
    const act = session.acts[at[step] ?? -1];
    return act === undefined ? [] : [act];
  });
}
