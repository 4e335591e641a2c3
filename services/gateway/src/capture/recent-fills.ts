const DUE_AFTER_MS = 60_000;
const DUE_AFTER_FAILURE_MS = 5_000;
const MOST = 50_000;

/** When months were last held against the event store, so that it is asked now and then and not at every request. */
export class RecentFills {
  readonly #dueAt = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never jumps. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A key that has never been noted is due. */
  isDue(key: string): boolean {
    return (this.#dueAt.get(key) ?? 0) <= this.#now();
  }

  note(key: string): void {
    this.#set(key, DUE_AFTER_MS);
  }

  noteFailure(key: string): void {
    this.#set(key, DUE_AFTER_FAILURE_MS);
  }

  #set(key: string, afterMs: number): void {
    // Behind all others, so that the one that has waited longest is the first to be forgotten.
    this.#dueAt.delete(key);
    this.#dueAt.set(key, this.#now() + afterMs);
    const [oldest] = this.#dueAt.keys();
    if (this.#dueAt.size > MOST && oldest !== undefined) this.#dueAt.delete(oldest);
  }
}
