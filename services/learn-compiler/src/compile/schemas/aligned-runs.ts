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

/** Aligns each session that has the required steps in order, and between them the optional ones that it has. */
export function alignRuns(steps: readonly GoalStep[], sessions: readonly Session[]): AlignedRun[] {
  const required = steps.flatMap(({ symbol, required: needed }) => (needed ? [symbol] : []));
  return sessions.flatMap((session) => {
    const went = wentSymbols(session);
    const matched = matchLate(required, went);
    return matched === null ? [] : [{ session, at: fillOptional(steps, matched, went) }];
  });
}

function fillOptional(steps: readonly GoalStep[], matched: readonly number[], went: readonly string[]): number[] {
  const at = new Array<number>(steps.length).fill(-1);
  let next = 0;
  steps.forEach(({ required }, step) => {
    if (required) at[step] = matched[next++] ?? -1;
  });
  let after = -1;
  steps.forEach(({ symbol, required }, step) => {
    if (!required) {
      const end = at.slice(step).find((index) => index >= 0) ?? went.length;
      const found = went.slice(after + 1, end).indexOf(symbol);
      if (found >= 0) at[step] = after + 1 + found;
    }
    after = Math.max(after, at[step] ?? -1);
  });
  return at;
}

/** The acts aligned with one step. */
export function stepActs(runs: readonly AlignedRun[], step: number): Act[] {
  return runs.flatMap(({ session, at }) => {
    const act = session.acts[at[step] ?? -1];
    return act === undefined ? [] : [act];
  });
}
