/** In one turn of the event loop at least this many requests are rejected, or this part of the waiting ones if that is more. */
const PER_TURN = 8;
const PART = 1 / 4;

/**
 * Rejects shed requests a few in each turn of the event loop, the oldest first. When hundreds come at once, rejecting all of them in
 * one turn would keep served requests and health waiting for tens of milliseconds, several times each.
 */
export class Rejections {
  readonly #waiting: (() => void)[] = [];

  /** `reject` writes the response. */
  add(reject: () => void): void {
    if (this.#waiting.push(reject) === 1) setImmediate(this.#rejectSome);
  }

  readonly #rejectSome = (): void => {
    const { length } = this.#waiting;
    if (length > PER_TURN) setImmediate(this.#rejectSome);
    const some = this.#waiting.splice(0, Math.max(PER_TURN, Math.ceil(length * PART)));
    for (const reject of some) reject();
  };
}
