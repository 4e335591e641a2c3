import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import type { Session } from '../sessions/session.ts';
import type { Predicate } from './predicates.ts';

/** A cause and a later effect. */
export interface Pair {
  cause: Predicate;
  effect: Predicate;
  /** Sessions with the cause, then the effect. */
  showing: Session[];
  /** The number of sessions with the cause. */
  having: number;
  /** The compared sessions with cause and effect, with one of them, and with neither. */
  cells: NonNullable<ArtifactContents['causal_pattern']['cells']>;
  /** How many times more frequent the effect is after the cause than in all sessions that were compared. */
  lift: number;
  pValue: number;
  adjusted: number;
}
