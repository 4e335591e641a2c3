import type { RedisBreaker } from './redis-breaker.ts';
import type { RedisEventLedger } from './redis-event-ledger.ts';

/** What Redis has known without a gap, as far as this process can tell. */
export interface Generation {
  readonly id: string;
  /** When it began, on a monotonic clock in milliseconds. */
  readonly openedAt: number;
  /** Whether every event that was accepted before it began is stored: then Redis and the event store know all keys. */
  isSettled: boolean;
}

/** After this long, every event that was claimed before a generation began has been sent, or its capture has failed. */
const SENT_MS = 10_000;

/**
 * Follows the generations of the ledger in Redis. A new one begins when Redis has lost its data, or may have lost its last
 * writes. Events that were accepted before may still be on their way to the event store, unknown to both.
 */
export class LedgerGenerations {
  readonly #shared: RedisEventLedger;
  readonly #breaker: RedisBreaker;
  readonly #sentMs: number;
  #known: { readonly generation: Generation; readonly outages: number } | undefined;
  #opening: Promise<Generation | undefined> | undefined;

  constructor(shared: RedisEventLedger, breaker: RedisBreaker, sentMs = SENT_MS) {
    this.#shared = shared;
    this.#breaker = breaker;
    this.#sentMs = sentMs;
  }

  /** Undefined while Redis is away. */
  current(): Promise<Generation | undefined> {
    if (this.#breaker.isAway) return Promise.resolve(undefined);
    if (this.#known?.outages === this.#breaker.outages) return Promise.resolve(this.#known.generation);
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** Redis holds another generation. */
  forget(): void {
    this.#known = undefined;
  }

  /** Events that were reserved at `reservedAt` are stored: so is everything that was sent before them. */
  recordStored(reservedAt: number): void {
    const generation = this.#known?.generation;
    if (generation !== undefined && reservedAt >= generation.openedAt + this.#sentMs) generation.isSettled = true;
  }

  async #open(): Promise<Generation | undefined> {
    const { outages } = this.#breaker;
    const before = this.#known?.generation;
    try {
      const { id, ageSeconds } = await this.#shared.openGeneration();
      const isSame = before?.id === id;
      const generation = isSame ? before : { id, openedAt: performance.now() - ageSeconds * 1000, isSettled: false };
      this.#known = { generation, outages };
      return generation;
    } catch (error) {
      this.#breaker.recordFailure(error);
      return undefined;
    }
  }
}
