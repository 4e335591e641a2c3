import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { Redis } from 'ioredis';

const RETRY_MS = 1_000;

/**
 * A circuit breaker. After one failed command no request uses Redis until it responds again, so that requests do not
 * each wait for a timeout. Redis is tried once a second, and at once when the connection is back.
 */
export class RedisBreaker implements Closeable {
  readonly #redis: Redis;
  readonly #logger: Logger;
  #isAway: boolean;
  #outages = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis;
    this.#logger = logger;
    this.#isAway = redis.status !== 'ready';
    redis.on('ready', () => this.#markBack());
    redis.on('close', () => this.#markAway());
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** The number of outages so far. What was stored before the last one may be lost. */
  get outages(): number {
    return this.#outages;
  }

  /** A command has failed. */
  recordFailure(error: unknown): void {
    // A lost connection is logged in redis-connection.ts.
    if (!this.#isAway && this.#redis.status === 'ready') {
      this.#logger.warn('Redis failed a command and is not used for a second', { error });
    }
    this.#markAway();
    this.#retry ??= setTimeout(() => void this.#try(), RETRY_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
  }

  /** A lost connection returns by its `ready` event. An open one that did not respond is pinged. */
  async #try(): Promise<void> {
    this.#retry = undefined;
    if (!this.#isAway || this.#redis.status !== 'ready') return;
    try {
      await this.#redis.ping();
      this.#markBack();
    } catch (error) {
      this.recordFailure(error);
    }
  }

  #markAway(): void {
    if (!this.#isAway) this.#outages += 1;
    this.#isAway = true;
  }

  #markBack(): void {
    this.#isAway = false;
  }
}
