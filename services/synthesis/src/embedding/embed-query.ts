import type { Clock } from '@strata/kernel/clock';
import type { Embedder } from './embedder.ts';

/** After so many failures in a row queries stop asking, for a while: they would all wait in vain. */
const FAILURES_TO_PAUSE = 3;
const PAUSE_MS = 10_000;

/** The vector of a query, or null when there is none in time. Never rejects. */
export interface QueryEmbedder {
  embedQuery(query: string): Promise<readonly number[] | null>;
}

/** Vectors for queries, each within `timeoutMs`; a provider that keeps failing is left alone for ten seconds. */
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

/** A client's own time-out may start late or leave the reading of a body out; this one does not. */
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
