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

/** Gives the embedder `timeoutMs` for each vector. After three failures in a row no request is made for ten seconds. */
export function createQueryEmbedder(embedder: Embedder, timeoutMs: number, clock: Clock): QueryEmbedder {
  let failures = 0;
  let pausedUntil = 0;
  return {
    embedQuery: async (query) => {
      const now = clock.now().getTime();
      if (now < pausedUntil) return null;
      try {
        const [vector] = await embedder.embed([query], timeoutMs);
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
