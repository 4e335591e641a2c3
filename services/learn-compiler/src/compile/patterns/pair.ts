import type { Predicate } from './predicates.ts';

/** An ordered pair with its 2×2 table over sessions. */
export interface Pair {
  cause: Predicate;
  effect: Predicate;
  /** Numbers of sessions: cause then effect; cause without effect; effect without cause; neither. */
  both: number;
  causeOnly: number;
  effectOnly: number;
  neither: number;
  lift: number;
  pValue: number;
  adjusted: number;
}
