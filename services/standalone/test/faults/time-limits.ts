/** How long the system under faults may take, in milliseconds. */
export interface TimeLimits {
  /** From a request to its answer. */
  readonly answerMs: number;
  /** From the end of a fault until the health is 200 again. */
  readonly healthyMs: number;
}

/** What the service promises. An answer may take the longest wait for each dependency that it needs, one after the other. */
export const PROMISED: TimeLimits = { answerMs: 15_000, healthyMs: 30_000 };

/** For the tests, which share the machine with other tests: they find what hangs, and measure no speed. */
export const UNLESS_IT_HANGS: TimeLimits = { answerMs: 60_000, healthyMs: 180_000 };
