/**
 * Caches the result of a costly read. Calls made while the read is running, and for `lifeMs` after it has ended, share
 * one result; `lifeMs` may depend on the milliseconds that the read took. A failed read is not cached.
 */
export function cacheFor<T>(lifeMs: number | ((tookMs: number) => number), read: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined;
  let expiresAt = Number.POSITIVE_INFINITY;
  return () => {
    if (shared !== undefined && performance.now() < expiresAt) return shared;
    expiresAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    const result = read();
    shared = result;
    result.then(
      () => {
        const now = performance.now();
        if (shared === result) expiresAt = now + (typeof lifeMs === 'number' ? lifeMs : lifeMs(now - startedAt));
      },
      () => {
        if (shared === result) shared = undefined;
      },
    );
    return result;
  };
}
