import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';

const MAX_LOOKUPS = 50_000;
/** A change must apply within a second, even if its announcement is lost. The rest of the second is for the lookup itself. */
const TTL_MS = 800;

interface Lookup<Value> {
  readonly value: Promise<Value>;
  isForgotten: boolean;
}

/** Values that many requests need again and again, each cached for less than a second. */
export class RecentLookups<Value> {
  readonly #lookups: LRUCache<string, Lookup<Value>>;

  /** `ttlMs` counts from the start of the lookup, so it bounds the age of a value. `now` is of a monotonic clock. */
  constructor(ttlMs = TTL_MS, now: () => number = () => performance.now()) {
    this.#lookups = new LRUCache({ ...entriesUpTo(MAX_LOOKUPS), ttl: ttlMs, ttlResolution: 0, perf: { now } });
  }

  /** Looks up once for all concurrent callers. Errors: those of `lookUp`, which are not cached. */
  async get(key: string, lookUp: () => Promise<Value>): Promise<Value> {
    for (;;) {
      const lookup = this.#lookups.get(key) ?? this.#begin(key, lookUp);
      const value = await lookup.value;
      if (!lookup.isForgotten) return value;
    }
  }

  /** Callers from now on, and those already waiting, get a value that is looked up from now on. */
  forget(key: string): void {
    const lookup = this.#lookups.peek(key, { allowStale: true });
    if (lookup !== undefined) lookup.isForgotten = true;
    this.#lookups.delete(key);
  }

  #begin(key: string, lookUp: () => Promise<Value>): Lookup<Value> {
    const lookup: Lookup<Value> = { value: lookUp(), isForgotten: false };
    this.#lookups.set(key, lookup);
    lookup.value.catch(() => {
      if (this.#lookups.peek(key) === lookup) this.#lookups.delete(key);
    });
    return lookup;
  }
}
