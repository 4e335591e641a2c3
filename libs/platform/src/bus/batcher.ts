import type { ConsumeOptions } from './bus.ts';

/**
 * Groups single items into batches: a batch starts when it is full or when its first item has lingered long enough.
 * What arrives while every slot is busy goes together as soon as one is free, which makes one commit of many sends.
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

  /** Items in batches under way. */
  get active(): number {
    return this.#active;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    if (this.#waiting.length >= this.#batchSize) this.#startWhile(this.#batchSize);
    this.#linger();
  }

  /** Hands back what has not started. */
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
      // What comes in by the same read goes together even so.
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
