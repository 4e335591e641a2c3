import { within } from './within.ts';

/** Undefined if the probe failed or took too long. */
export type Probe<T> = () => Promise<T | undefined>;

/**
 * A probe that takes at most `ms` milliseconds. While an earlier call of `ask` has not settled, no other is made, so that
 * calls to something that hangs do not pile up.
 */
export function createProbe<T>(ms: number, ask: () => Promise<T>): Probe<T> {
  let pending: Promise<T> | undefined;
  return () =>
    within(ms, () => {
      pending ??= ask().finally(() => {
        pending = undefined;
      });
      return pending;
    });
}

/** A probe that returns its last known value while it fails. */
export function remembering<T>(
  probe: Probe<T>,
  initial: T,
): () => Promise<{ readonly responded: boolean; readonly value: T }> {
  let last = initial;
  return async () => {
    const value = await probe();
    last = value ?? last;
    return { responded: value !== undefined, value: last };
  };
}
