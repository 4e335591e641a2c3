import { AppError } from '@strata/kernel/errors';

export interface FairQueueOptions {
  /** Most pieces of work under way. */
  readonly atOnce: number;
  /** Most that wait in one line, and in all lines together. */
  readonly waiting: number;
  readonly waitingInAll: number;
  /** What whoever comes on top of that is told, and when to come back. */
  readonly refusal: string;
  readonly retryAfterSeconds: number;
}

/**
 * Costly work, so much of it at once. The rest waits in lines of bounded length that take turns: whoever fills one of
 * them waits for themselves, and the first of any other line for one turn of each.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<string, (() => void)[]>();
  #waiting = 0;
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** @throws AppError `unavailable` when the line is full, or all lines together are; what the work throws. */
  async run<T>(line: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running += 1;
    else await this.#turnOf(line);
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  #turnOf(line: string): Promise<void> {
    const { waiting, waitingInAll, refusal, retryAfterSeconds } = this.#options;
    const inLine = this.#lines.get(line) ?? [];
    if (inLine.length >= waiting || this.#waiting >= waitingInAll)
      throw new AppError('unavailable', refusal, { retryAfterSeconds });
    this.#lines.set(line, inLine);
    this.#waiting += 1;
    return new Promise((resolve) => inLine.push(resolve));
  }

  /** The turn is handed on, so that nobody who comes now gets in before those who wait. */
  #handOn(): void {
    const [first] = this.#lines;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [line, inLine] = first;
    const next = inLine.shift();
    this.#lines.delete(line);
    if (inLine.length > 0) this.#lines.set(line, inLine);
    this.#waiting -= 1;
    next?.();
  }
}
