import { LRUCache } from 'lru-cache';
import type { StoredApiKey } from '../api-keys/api-key-store.ts';

const MAX_KEYS = 50_000;
/** Below the second in which a revoked key must stop working, also where the news of it is never heard. */
const TTL_MS = 800;

/** One look at the store. What it tells is as old as its beginning. */
interface LookUp {
  readonly begunAt: number;
  readonly found: Promise<StoredApiKey | undefined>;
  isForgotten: boolean;
}

/**
 * Stored keys by id, as they were at most 0.8 s ago; ids that name no key are remembered too. Times are milliseconds of
 * a clock that never jumps.
 */
export class CachedKeyFinder {
  readonly #find: (keyId: string) => Promise<StoredApiKey | undefined>;
  readonly #now: () => number;
  readonly #lookUps = new LRUCache<string, LookUp>({ max: MAX_KEYS });

  constructor(find: (keyId: string) => Promise<StoredApiKey | undefined>, now: () => number = () => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  /** One look-up at a time for each id, however many ask. Errors: those of the look-up, which are not remembered. */
  async find(keyId: string): Promise<StoredApiKey | undefined> {
    for (;;) {
      const lookUp = this.#fresh(keyId) ?? this.#begin(keyId);
      const found = await lookUp.found;
      if (!lookUp.isForgotten) return found;
    }
  }

  /** Whoever asks, or waits, from now on gets what the store says from now on. */
  forget(keyId: string): void {
    const lookUp = this.#lookUps.get(keyId);
    if (lookUp !== undefined) lookUp.isForgotten = true;
    this.#lookUps.delete(keyId);
  }

  #fresh(keyId: string): LookUp | undefined {
    const lookUp = this.#lookUps.get(keyId);
    return lookUp !== undefined && this.#now() - lookUp.begunAt < TTL_MS ? lookUp : undefined;
  }

  #begin(keyId: string): LookUp {
    const lookUp: LookUp = { begunAt: this.#now(), found: this.#find(keyId), isForgotten: false };
    this.#lookUps.set(keyId, lookUp);
    lookUp.found.catch(() => {
      if (this.#lookUps.peek(keyId) === lookUp) this.#lookUps.delete(keyId);
    });
    return lookUp;
  }
}
