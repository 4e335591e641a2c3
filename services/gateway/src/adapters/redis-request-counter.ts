import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Redis } from 'ioredis';
import { minuteOf, type RequestCounter } from '../usage/request-counter.ts';

const FLUSH_MS = 1_000;
const TTL_SECONDS = 180;

/** Counts here and adds up in Redis once a second, so that no request waits; every gateway reads the sum. */
export class RedisRequestCounter implements RequestCounter {
  readonly #redis: Redis;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout;
  #pending = new Map<string, number>();

  constructor(redis: Redis, clock: Clock) {
    this.#redis = redis;
    this.#clock = clock;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MS).unref();
  }

  count(scope: TenantScope): void {
    const key = this.#keyOf(scope);
    this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1);
  }

  /** Errors: while Redis does not answer, what this process has not handed on yet is all that is known. */
  async thisMinute(scope: TenantScope): Promise<number> {
    const key = this.#keyOf(scope);
    const shared = await this.#redis.get(key).catch(() => null);
    return Number(shared ?? 0) + (this.#pending.get(key) ?? 0);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  /** What cannot be handed on is not tried again: the minute it belongs to would be over. */
  async #flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const pipeline = this.#redis.pipeline();
    for (const [key, count] of this.#pending) pipeline.incrby(key, count).expire(key, TTL_SECONDS);
    this.#pending = new Map();
    await pipeline.exec().catch(() => undefined);
  }

  #keyOf({ tenantId, environment }: TenantScope): string {
    return `strata:requests:${minuteOf(this.#clock.now())}:${environment}:${tenantId}`;
  }
}
