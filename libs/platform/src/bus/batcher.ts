import type { ConsumeOptions } from './bus.ts';

/**
 * Groups items into batches: a batch starts when it is full, or when its first item has waited for `lingerMs`. Items that
 * arrive while every slot is busy form the next batch, so that many sends share one commit.
 */
export class Batcher<Item> {
  readonly #run: (batch: Item[]) => Promise<void>;
  readonly #batchSize: number;
  readonly #lingerMs: number;
  readonly #concurrency: number;
  #waiting: Item[] = [];
  #batches = 0;
  #active = 0;
  #cancelLinger: (() => void) | undefined;
  #overdue = false;

  /** `run` must not reject. */
  constructor({ batchSize = 1, lingerMs = 0, concurrency = 1 }: ConsumeOptions, run: (batch: Item[]) => Promise<void>) {
    this.#batchSize = batchSize;
    this.#lingerMs = lingerMs;
    this.#concurrency = concurrency;
    this.#run = run;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Items in running batches. */
  get active(): number {
    return this.#active;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    if (this.#waiting.length >= this.#batchSize) this.#startWhile(this.#batchSize);
    this.#linger();
  }

  /** Removes and returns the items that have not started. */
  takeWaiting(): Item[] {
    const items = this.#waiting;
    this.#waiting = [];
    this.#stopLingering();
    return items;
  }

  #startWhile(atLeast: number): void {
    while (this.#batches < this.#concurrency && this.#waiting.length >= atLeast) {
      void this.#start(this.#waiting.splice(0, this.#batchSize));
    }
    if (this.#waiting.length === 0) this.#stopLingering();
  }

  #linger(): void {
    if (this.#cancelLinger !== undefined || this.#overdue || this.#waiting.length === 0) return;
    const flush = (): void => {
      this.#cancelLinger = undefined;
      this.#overdue = true;
      this.#startWhile(1);
    };
    if (this.#lingerMs > 0) {
      const timer = setTimeout(flush, this.#lingerMs);
      this.#cancelLinger = () => {
        clearTimeout(timer);
      };
    } else {
      // Even so, items from the same read of the socket form one batch.
      const turn = setImmediate(flush);
      this.#cancelLinger = () => {
        clearImmediate(turn);
      };
    }
  }

  #stopLingering(): void {
    this.#cancelLinger?.();
    this.#cancelLinger = undefined;
    this.#overdue = false;
  }

  async #start(batch: Item[]): Promise<void> {
    this.#batches += 1;
    this.#active += batch.length;
    await this.#run(batch);
    this.#batches -= 1;
    this.#active -= batch.length;
    this.#startWhile(this.#overdue ? 1 : this.#batchSize);
    this.#linger();
  }
}
