const SLOT_MS = 10_000;
const SLOTS = 30;

interface Slot {
  readonly number: number;
  all: number;
  failed: number;
}

/** Counts of requests over the last five minutes, in slots of ten seconds. */
export class ErrorRate {
  readonly #elapsedMs: () => number;
  #slots: Slot[] = [];

  /** `elapsedMs` is a monotonic clock in milliseconds. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Counts a request by the status of its response. */
  record(status: number): void {
    const slot = this.#current();
    slot.all += 1;
    if (status >= 500) slot.failed += 1;
  }

  figures(): { readonly all: number; readonly failed: number } {
    this.#current();
    return {
      all: this.#slots.reduce((sum, { all }) => sum + all, 0),
      failed: this.#slots.reduce((sum, { failed }) => sum + failed, 0),
    };
  }

  #current(): Slot {
    const number = Math.floor(this.#elapsedMs() / SLOT_MS);
    const last = this.#slots.at(-1);
    if (last?.number === number) return last;
    const slot = { number, all: 0, failed: 0 };
    this.#slots = [...this.#slots.filter((each) => each.number > number - SLOTS), slot];
    return slot;
  }
}
