/** What the service promises while it is disturbed, in milliseconds. */
export const TIME_LIMITS = {
  /** From a request to its answer, which may take the longest wait for each dependency that it needs, one after the other. */
  answerMs: 15_000,
  /** From the end of a fault until the health is 200 again. */
  healthyMs: 30_000,
};
