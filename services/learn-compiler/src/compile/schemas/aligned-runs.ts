import type { Act, Session } from '../sessions/session.ts';
import type { ScoredSequence } from './select-sequences.ts';
import { matchLate } from './subsequence.ts';

/** Replaces a failed act in a sequence of symbols. */
const FAILED = '\0';

/** A successful session aligned with a sequence. */
export interface AlignedRun {
  session: Session;
  /** Indices of the acts that are the sequence's steps. */
  at: number[];
}

/** A session's symbols with failed acts masked, so that they match no step. */
export function wentSymbols(session: Session): string[] {
  return session.acts.map((act) => (act.outcome === 'error' ? FAILED : act.symbol));
}

/** Aligns each successful session with the sequence; failed acts match only if there is no other match. */
export function alignRuns({ symbols, successful }: ScoredSequence): AlignedRun[] {
  return successful.flatMap((session) => {
    const all = session.acts.map((act) => act.symbol);
    const at = matchLate(symbols, wentSymbols(session)) ?? matchLate(symbols, all);
    return at === null ? [] : [{ session, at }];
  });
}

/** The acts aligned with one step of the sequence. */
export function stepActs(runs: readonly AlignedRun[], step: number): Act[] {
  return runs.flatMap(({ session, at }) => {
    const act = session.acts[at[step] ?? -1];
    return act === undefined ? [] : [act];
  });
}
