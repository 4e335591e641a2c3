import type { Clock } from './clock.ts';

/** When something arrived, and its place among all that arrived: microseconds since 1970 that strictly grow. */
export interface Arrival {
  readonly at: Date;
  readonly order: number;
}

const MICROSECONDS = 1000;

/**
 * Stamps what arrives at one process. Storing may be concurrent and out of order; the stamp keeps the order in which
 * things were sent. Between processes it is as good as their clocks.
 */
export function createArrivalClock(clock: Clock): () => Arrival {
  let last = 0;
  return () => {
    const at = clock.now();
    last = Math.max(last + 1, at.getTime() * MICROSECONDS);
    return { at, order: last };
  };
}
