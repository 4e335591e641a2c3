import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { Redis } from 'ioredis';

const RETRY_MS = 1_000;

/**
 * Knows whether Redis is worth asking. After one failure nobody asks until it has answered again, so that of many
 * requests not each waits for a timeout; it is tried once a second, and at once when the connection is back.
 */
export class RedisWatch implements Closeable {
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #whenBack: (() => void)[] = [];
  #isAway: boolean;
  #outages = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis;
    this.#logger = logger;
    this.#isAway = redis.status !== 'ready';
    redis.on('ready', () => this.#back());
    redis.on('close', () => this.#leave());
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** How often it has been away; what was known before the last time may be lost. */
  get outages(): number {
    return this.#outages;
  }

  onBack(listener: () => void): void {
    this.#whenBack.push(listener);
  }

  /** A command has failed. */
  failed(error: unknown): void {
    // A lost connection is told of by whoever keeps it.
    if (!this.#isAway && this.#redis.status === 'ready') {
      this.#logger.warn('The cache failed a command and is left alone for a moment', { error });
    }
    this.#leave();
    this.#retry ??= setTimeout(() => void this.#try(), RETRY_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
  }

  /** A connection that is lost comes back by `ready`; one that is there and does not answer is asked. */
  async #try(): Promise<void> {
    this.#retry = undefined;
    if (!this.#isAway || this.#redis.status !== 'ready') return;
    try {
      await this.#redis.ping();
      this.#back();
    } catch (error) {
      this.failed(error);
    }
  }

  #leave(): void {
    if (!this.#isAway) this.#outages += 1;
    this.#isAway = true;
  }

  #back(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    for (const listener of this.#whenBack) listener();
  }
}
