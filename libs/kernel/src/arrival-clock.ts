import type { Clock } from './clock.ts';

export interface Arrival {
  readonly at: Date;
  /** Microseconds since 1970; strictly increasing. */
  readonly order: number;
}

const MICROSECONDS = 1000;

/**
 * Stamps what arrives at one process, each arrival later than the one before. Storing may be concurrent and out of order;
 * the stamp keeps the order of arrival. Across processes it is as accurate as their clocks.
 */
export function createArrivalClock(clock: Clock): () => Arrival {
  let last = 0;
  return () => {
    const at = clock.now();
    last = Math.max(last + 1, at.getTime() * MICROSECONDS);
    return { at, order: last };
  };
}
