import { LRUCache } from 'lru-cache';
import type { StoredApiKey } from '../api-keys/api-key-store.ts';

const MAX_KEYS = 50_000;
/** With the time of a look-up, below the second in which a revoked key must stop working. */
const TTL_MS = 800;

/** Stored keys by id, remembered for less than a second; ids that name no key are remembered too. */
export class CachedKeyFinder {
  readonly #cache: LRUCache<string, { readonly key: StoredApiKey | undefined }>;

  constructor(find: (keyId: string) => Promise<StoredApiKey | undefined>, ttlMs = TTL_MS) {
    this.#cache = new LRUCache({
      max: MAX_KEYS,
      ttl: ttlMs,
      fetchMethod: async (keyId) => ({ key: await find(keyId) }),
    });
  }

  /** One look-up at a time for each id, however many ask. Errors: those of the look-up, which are not remembered. */
  async find(keyId: string): Promise<StoredApiKey | undefined> {
    const entry = this.#cache.get(keyId) ?? (await this.#cache.fetch(keyId));
    return entry?.key;
  }

  /** The next `find` looks the key up, also when one is under way now. */
  forget(keyId: string): void {
    this.#cache.delete(keyId);
  }
}
