/**
 * Caches the result of a costly read. Calls made while the read is running, and for `lifeMs` after it has ended, share
 * one result. A failed read is not cached.
 */
export function cacheFor<T>(lifeMs: number, read: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined;
  let expiresAt = Number.POSITIVE_INFINITY;
  return () => {
    if (shared !== undefined && performance.now() < expiresAt) return shared;
    expiresAt = Number.POSITIVE_INFINITY;
    const result = read();
    shared = result;
    result.then(
      () => {
        if (shared === result) expiresAt = performance.now() + lifeMs;
      },
      () => {
        if (shared === result) shared = undefined;
      },
    );
    return result;
  };
}
