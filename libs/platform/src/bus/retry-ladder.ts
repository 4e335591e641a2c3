/** The waits of successive retries, in milliseconds; the last one repeats. */
export type RetryLadder = readonly [number, ...number[]];

export const DEFAULT_RETRY_LADDER: RetryLadder = [250, 2_000, 15_000, 60_000];

/** The rung of the `failures`-th failure in a row (from 1). */
export const rungOf = (ladder: RetryLadder, failures: number): number =>
  ladder[Math.min(failures, ladder.length) - 1] ?? ladder[0];

/** Somewhere in the upper half of a wait, so that what failed together does not come back together. */
export const jittered = (milliseconds: number): number => Math.round(milliseconds * (0.5 + Math.random() / 2));
