import type { Predicate } from './predicates.ts';

/** An ordered pair with its 2×2 table over sessions. */
export interface Pair {
  cause: Predicate;
  effect: Predicate;
  /** Sessions: cause and then effect; cause without; effect without cause; neither. */
  both: number;
  causeOnly: number;
  effectOnly: number;
  neither: number;
  lift: number;
  pValue: number;
  adjusted: number;
}
