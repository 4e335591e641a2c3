const DUE_AFTER_MS = 60_000;
const DUE_AFTER_FAILURE_MS = 5_000;
const MAX_KEYS = 50_000;

/** When each month's count is compared with the event store next: now and then, not at every request. */
export class FillSchedule {
  readonly #dueAt = new Map<string, number>();
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** An unknown key is due. */
  isDue(key: string): boolean {
    return (this.#dueAt.get(key) ?? 0) <= this.#now();
  }

  recordFill(key: string): void {
    this.#set(key, DUE_AFTER_MS);
  }

  recordFailure(key: string): void {
    this.#set(key, DUE_AFTER_FAILURE_MS);
  }

  #set(key: string, afterMs: number): void {
    // Moves the key to the end, so that the key that was compared longest ago is dropped first.
    this.#dueAt.delete(key);
    this.#dueAt.set(key, this.#now() + afterMs);
    const [oldest] = this.#dueAt.keys();
    if (this.#dueAt.size > MAX_KEYS && oldest !== undefined) this.#dueAt.delete(oldest);
  }
}
