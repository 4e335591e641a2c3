import { AppError } from '@strata/kernel/errors';

export interface WorkLaneOptions {
  /** Most pieces of work under way. */
  readonly atOnce: number;
  /** Most that wait for their turn. */
  readonly waiting: number;
  /** What whoever comes on top of that is told, and when to come back. */
  readonly refusal: string;
  readonly retryAfterSeconds: number;
}

/** Costly work, so much of it at once, in the order in which it came, with a bounded line behind it. */
export class WorkLane {
  readonly #options: WorkLaneOptions;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(options: WorkLaneOptions) {
    this.#options = options;
  }

  /** @throws AppError `unavailable` when the line is full; what the work throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { atOnce, waiting, refusal, retryAfterSeconds } = this.#options;
    if (this.#running < atOnce) this.#running += 1;
    else if (this.#line.length < waiting) await new Promise<void>((resolve) => this.#line.push(resolve));
    else throw new AppError('unavailable', refusal, { retryAfterSeconds });
    try {
      return await work();
    } finally {
      // The turn is handed on, so that nobody who comes now gets in before those who wait.
      const next = this.#line.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
