import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { WindowCount, WindowCounter } from '../limits/window-counter.ts';
import { KnownWindows } from './known-windows.ts';
import type { RedisBreaker } from './redis-breaker.ts';

/** The library only counts; the limits are decided elsewhere. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The library's own script, except that giving back or reading opens no window. */
const ADD = `
if tonumber(ARGV[1]) <= 0 and redis.call('exists', KEYS[1]) == 0 then return {0, -2} end
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
return {redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1])}`;

/**
 * Windows in Redis, shared by every gateway. While Redis is away, this process counts on from the last count that it
 * knows. It adds to Redis what it counted meanwhile when the window is next used.
 */
export class SharedWindowCounter implements WindowCounter {
  readonly #shared: RateLimiterRedis;
  readonly #breaker: RedisBreaker;
  readonly #known: KnownWindows;

  constructor(redis: Redis, breaker: RedisBreaker, name: string, windowSeconds: number) {
    this.#breaker = breaker;
    this.#known = new KnownWindows(windowSeconds);
    this.#shared = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `strata:window:${name}`,
      points: NO_LIMIT,
      duration: windowSeconds,
      customIncrTtlLuaScript: ADD,
    });
  }

  async add(key: string, amount = 1): Promise<WindowCount> {
    if (this.#breaker.isAway) return this.#addHere(key, amount, amount);
    const owed = this.#known.takeOwed(key);
    try {
      const { consumedPoints, msBeforeNext } = await this.#shared.penalty(key, amount + owed);
      // In its last millisecond an open window has 0 ms left.
      const resetMs = consumedPoints > 0 ? Math.max(1, msBeforeNext) : msBeforeNext;
      return this.#known.counts.set(key, { count: Math.max(0, consumedPoints), resetMs });
    } catch (error) {
      this.#breaker.recordFailure(error);
      // The known count includes what was owed before.
      return this.#addHere(key, amount, amount + owed);
    }
  }

  read(key: string): Promise<WindowCount> {
    return this.add(key, 0);
  }

  /** While Redis is away, the window that it has stays open. */
  async forget(key: string): Promise<void> {
    this.#known.delete(key);
    if (this.#breaker.isAway) return;
    try {
      await this.#shared.delete(key);
    } catch (error) {
      this.#breaker.recordFailure(error);
    }
  }

  #addHere(key: string, amount: number, owed: number): WindowCount {
    const window = this.#known.counts.add(key, amount);
    this.#known.owe(key, owed);
    return window;
  }
}
