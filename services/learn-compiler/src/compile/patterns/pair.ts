import type { Session } from '../sessions/session.ts';
import type { Predicate } from './predicates.ts';

/** A cause and a later effect, with the figures of the sessions that were compared. */
export interface Pair {
  cause: Predicate;
  effect: Predicate;
  /** Sessions with the cause, then the effect. */
  showing: Session[];
  /** Compared sessions with the cause, and those of them with the effect. */
  all: number;
  both: number;
  /** The share of all compared sessions that have the effect. */
  usual: number;
  pValue: number;
  adjusted: number;
}
