import type { WindowCount } from '../limits/window-counter.ts';
import { MemoryWindows } from './memory-window-counter.ts';

/** What this process knows of windows in Redis. It counts on from there while Redis is away. */
export class KnownWindows {
  /** The last known count of each window. */
  readonly counts: MemoryWindows;
  /** The part of it that Redis does not have. */
  readonly #owed: MemoryWindows;

  constructor(windowSeconds: number) {
    this.counts = new MemoryWindows(windowSeconds);
    this.#owed = new MemoryWindows(windowSeconds);
  }

  owed(key: string): WindowCount {
    return this.#owed.read(key);
  }

  /** Returns what Redis does not have of a window, and owes it no longer, since it is sent now. */
  takeOwed(key: string): number {
    const { count } = this.owed(key);
    this.#owed.delete(key);
    return count;
  }

  /** Adds to what Redis does not have of a window, until the window closes. */
  owe(key: string, amount: number): void {
    this.#owed.set(key, { count: this.owed(key).count + amount, resetMs: this.counts.read(key).resetMs });
  }

  delete(key: string): void {
    this.counts.delete(key);
    this.#owed.delete(key);
  }
}
