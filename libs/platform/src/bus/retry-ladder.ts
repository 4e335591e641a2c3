/** The delays of successive retries, in milliseconds; the last one repeats. Each delay has a queue at the broker. */
export type RetryLadder = readonly [number, ...number[]];

/** With the pauses of consumers, less than the ten seconds within which work resumes once its dependency is back. */
export const DEFAULT_RETRY_LADDER: RetryLadder = [250, 1_000, 5_000];

/** The delay after the `failures`-th failure in a row, from 1. */
export const rungOf = (ladder: RetryLadder, failures: number): number =>
  ladder[Math.min(failures, ladder.length) - 1] ?? ladder[0];

/** A random delay from half of it to all of it, so that messages that failed together are not retried together. */
export const jittered = (milliseconds: number): number => Math.round(milliseconds * (0.5 + Math.random() / 2));
