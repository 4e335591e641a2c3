import type { Clock } from '@strata/kernel/clock';
import type { Embedder } from './embedder.ts';

/** After so many failures in a row, queries do not wait for the provider for a while. */
const FAILURES_TO_PAUSE = 3;
const PAUSE_MS = 10_000;

/** Turns a query into a vector. */
export interface QueryEmbedder {
  /** Null if there is no vector in time. Never rejects. */
  embedQuery(query: string): Promise<readonly number[] | null>;
}

/** Waits at most `timeoutMs` for each vector. After three failures in a row no request is made for ten seconds. */
export function createQueryEmbedder(embedder: Embedder, timeoutMs: number, clock: Clock): QueryEmbedder {
  let failures = 0;
  let pausedUntil = 0;
  return {
    embedQuery: async (query) => {
      const now = clock.now().getTime();
      if (now < pausedUntil) return null;
      try {
        const [vector] = await withinTime(embedder.embed([query], timeoutMs), timeoutMs);
        failures = 0;
        return vector ?? null;
      } catch {
        failures += 1;
        if (failures >= FAILURES_TO_PAUSE) pausedUntil = now + PAUSE_MS;
        return null;
      }
    },
  };
}

/** Covers the whole request: a client's own time-out may start late, or not cover reading the body. */
async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('late'));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
