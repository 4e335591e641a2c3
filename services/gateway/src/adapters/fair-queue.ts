import { AppError } from '@strata/kernel/errors';

export interface FairQueueOptions {
  /** Maximum number of tasks that run at once. */
  readonly concurrency: number;
  /** Maximum number of tasks that wait, in one line and in all lines together. */
  readonly maxWaitingInLine: number;
  readonly maxWaiting: number;
  /** The error of a task that would exceed a maximum. */
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/**
 * Runs costly tasks, a few at once. The others wait in lines of bounded length that take turns, so that a client who fills
 * one line delays the other lines by one turn only.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order of their turns. No line is empty. */
  readonly #lines = new Map<string, (() => void)[]>();
  #waiting = 0;
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Errors: `unavailable` when the line or the whole queue is full; those of the task. */
  async run<T>(line: string, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.concurrency) this.#running += 1;
    else await this.#turnOf(line);
    try {
      return await task();
    } finally {
      this.#startNext();
    }
  }

  #turnOf(line: string): Promise<void> {
    const { maxWaitingInLine, maxWaiting, message, retryAfterSeconds } = this.#options;
    const inLine = this.#lines.get(line) ?? [];
    if (inLine.length >= maxWaitingInLine || this.#waiting >= maxWaiting)
      throw new AppError('unavailable', message, { retryAfterSeconds });
    this.#lines.set(line, inLine);
    this.#waiting += 1;
    return new Promise((resolve) => inLine.push(resolve));
  }

  /** Passes the turn on to a waiting task, so that no new task overtakes it. */
  #startNext(): void {
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
