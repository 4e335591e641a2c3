import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import type { OpenWindowCounter, WindowCount } from '../limits/window-counter.ts';

/** The most windows of one counter. Beyond that, the least recently used are dropped. */
const MAX_WINDOWS = 100_000;

const UNOPENED: WindowCount = { count: 0, resetMs: 0 };

/** Windows of one length in the memory of this process. */
export class MemoryWindows {
  readonly #counts: LRUCache<string, number>;
  readonly #windowMs: number;

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * 1000;
    this.#counts = new LRUCache({
      ...entriesUpTo(MAX_WINDOWS),
      ttl: this.#windowMs,
      noUpdateTTL: true,
    });
  }

  /** Adds to a window, and opens it if `amount` is positive. */
  add(key: string, amount: number): WindowCount {
    const before = this.#counts.get(key);
    if (before === undefined && amount <= 0) return UNOPENED;
    this.#counts.set(key, Math.max(0, (before ?? 0) + amount));
    return this.read(key);
  }

  read(key: string): WindowCount {
    const count = this.#counts.get(key);
    if (count === undefined) return UNOPENED;
    // The cache looks at the clock once a millisecond, later if this process is busy: a new window may seem to last longer.
    return { count, resetMs: Math.min(this.#windowMs, Math.max(1, this.#counts.getRemainingTTL(key))) };
  }

  /** Makes the window what is given, and returns that. It is not read back, since a window of a millisecond may be over. */
  set(key: string, { count, resetMs }: WindowCount): WindowCount {
    if (resetMs <= 0) {
      this.#counts.delete(key);
      return UNOPENED;
    }
    this.#counts.set(key, count, { ttl: resetMs, noUpdateTTL: false });
    return { count, resetMs };
  }

  delete(key: string): void {
    this.#counts.delete(key);
  }
}

/** A counter in the memory of this process. */
export const openMemoryCounter: OpenWindowCounter = (_name, windowSeconds) => {
  const windows = new MemoryWindows(windowSeconds);
  return {
    add: async (key, amount = 1) => windows.add(key, amount),
    read: async (key) => windows.read(key),
    forget: async (key) => windows.delete(key),
  };
};
