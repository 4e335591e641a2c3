/**
 * A costly reading, shared by everyone who asks while it is under way and for `lifeMs` after it has ended. A reading
 * that failed is not kept.
 */
export function cacheFor<T>(lifeMs: number, read: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined;
  let expiresAt = Number.POSITIVE_INFINITY;
  return () => {
    if (shared !== undefined && performance.now() < expiresAt) return shared;
    expiresAt = Number.POSITIVE_INFINITY;
    const reading = read();
    shared = reading;
    reading.then(
      () => {
        if (shared === reading) expiresAt = performance.now() + lifeMs;
      },
      () => {
        if (shared === reading) shared = undefined;
      },
    );
    return reading;
  };
}
