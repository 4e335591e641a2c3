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
  readonly #idle: (() => void)[] = [];
  #waiting: Item[] = [];
  #batches = 0;
  #active = 0;
  #lingering: NodeJS.Timeout | NodeJS.Immediate | undefined;
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
    this.#settle();
    return items;
  }

  /** Resolves once nothing waits and nothing is under way. */
  async whenIdle(): Promise<void> {
    if (this.#batches === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #startWhile(atLeast: number): void {
    while (this.#batches < this.#concurrency && this.#waiting.length >= atLeast) {
      void this.#start(this.#waiting.splice(0, this.#batchSize));
    }
    if (this.#waiting.length === 0) this.#overdue = false;
  }

  #linger(): void {
    if (this.#lingering !== undefined || this.#overdue || this.#waiting.length === 0) return;
    const flush = (): void => {
      this.#lingering = undefined;
      this.#overdue = true;
      this.#startWhile(1);
    };
    this.#lingering = this.#lingerMs > 0 ? setTimeout(flush, this.#lingerMs) : setImmediate(flush);
  }

  async #start(batch: Item[]): Promise<void> {
    this.#batches += 1;
    this.#active += batch.length;
    await this.#run(batch);
    this.#batches -= 1;
    this.#active -= batch.length;
    this.#startWhile(this.#overdue ? 1 : this.#batchSize);
    this.#linger();
    this.#settle();
  }

  #settle(): void {
    if (this.#batches > 0 || this.#waiting.length > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
