import { within } from './within.ts';

/** Asks, and gives undefined when the answer is an error or late. */
export type Probe<T> = () => Promise<T | undefined>;

/**
 * A question with a bound. While an earlier one is unanswered no second is asked, so that something that hangs does
 * not find a heap of them.
 */
export function createProbe<T>(ms: number, ask: () => Promise<T>): Probe<T> {
  let underWay: Promise<T> | undefined;
  return () =>
    within(ms, () => {
      underWay ??= ask().finally(() => {
        underWay = undefined;
      });
      return underWay;
    });
}

/** The last answer that came, while none comes. */
export function remembering<T>(
  probe: Probe<T>,
  first: T,
): () => Promise<{ readonly answered: boolean; readonly value: T }> {
  let last = first;
  return async () => {
    const value = await probe();
    last = value ?? last;
    return { answered: value !== undefined, value: last };
  };
}
