import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { WindowCount, WindowCounter } from '../limits/window-counter.ts';
import { NO_LIMIT } from './memory-window-counter.ts';
import type { RedisWatch } from './redis-watch.ts';

/** What this process knows of a window, so that it can go on alone. Times are of `performance.now()`. */
interface KnownWindow {
  count: number;
  closesAt: number;
  /** How much of it was counted by this process. */
  mine: number;
  /** How much of that Redis has not been told. */
  owed: number;
  /** Closed here while Redis was away. */
  isForgotten: boolean;
  /** The outages of Redis when the window was last in step with it. */
  outages: number;
}

const MAX_WINDOWS = 100_000;
/** Two windows that close within this time are the same one; what differs is how long the answers took. */
const SAME_WINDOW_MS = 2_000;
const UNOPENED: WindowCount = { count: 0, resetMs: 0 };

/** The library's own, but that what is given back opens no window. */
const ADD = `
if tonumber(ARGV[1]) <= 0 and redis.call('exists', KEYS[1]) == 0 then return {0, -2} end
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
return {redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1])}`;

/**
 * Windows in Redis, shared by every gateway. This process remembers what they held, so that while Redis is away it
 * counts on from there by itself; what it counted is handed over when Redis is back, also to one that lost its data.
 */
export class SharedWindowCounter implements WindowCounter {
  readonly #windowMs: number;
  readonly #shared: RateLimiterRedis;
  readonly #watch: RedisWatch;
  readonly #known = new LRUCache<string, KnownWindow>({ max: MAX_WINDOWS });

  constructor(redis: Redis, watch: RedisWatch, name: string, windowSeconds: number) {
    this.#windowMs = windowSeconds * 1000;
    this.#watch = watch;
    this.#shared = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `strata:window:${name}`,
      points: NO_LIMIT,
      duration: windowSeconds,
      customIncrTtlLuaScript: ADD,
    });
    watch.onBack(() => void this.#handOver());
  }

  async add(key: string, amount = 1): Promise<WindowCount> {
    if (this.#watch.isAway) return this.#addHere(key, amount, amount);
    const window = this.#open(key);
    const owed = window?.owed ?? 0;
    const wasForgotten = window?.isForgotten ?? false;
    if (window !== undefined) Object.assign(window, { owed: 0, isForgotten: false });
    try {
      if (wasForgotten) await this.#shared.delete(key);
      return await this.#addShared(key, amount, owed);
    } catch (error) {
      this.#watch.failed(error);
      const left = this.#open(key);
      if (left !== undefined && wasForgotten) left.isForgotten = true;
      // The owed part is in the window's count already.
      return this.#addHere(key, amount, amount + owed);
    }
  }

  async read(key: string): Promise<WindowCount> {
    const window = this.#open(key);
    if (window !== undefined && (window.owed !== 0 || window.isForgotten)) return this.add(key, 0);
    if (this.#watch.isAway) return this.#countOf(window);
    try {
      const found = await this.#shared.get(key);
      return found === null || found.msBeforeNext < 0
        ? UNOPENED
        : { count: Math.max(0, found.consumedPoints), resetMs: found.msBeforeNext };
    } catch (error) {
      this.#watch.failed(error);
      return this.#countOf(this.#open(key));
    }
  }

  async forget(key: string): Promise<void> {
    const window = this.#open(key);
    this.#known.delete(key);
    if (!this.#watch.isAway) {
      try {
        await this.#shared.delete(key);
        return;
      } catch (error) {
        this.#watch.failed(error);
      }
    }
    const closesAt = window?.closesAt ?? performance.now() + this.#windowMs;
    this.#known.set(key, { count: 0, closesAt, mine: 0, owed: 0, isForgotten: true, outages: this.#watch.outages });
  }

  async #addShared(key: string, amount: number, owed: number): Promise<WindowCount> {
    const { outages } = this.#watch;
    const before = this.#open(key);
    // A window that Redis may have lost closes when it would have closed here.
    const isDoubtful = before !== undefined && before.outages !== outages;
    const lasts = isDoubtful ? { customDuration: secondsUntil(before.closesAt) } : {};
    const { consumedPoints: count, msBeforeNext: resetMs } = await this.#shared.penalty(key, amount + owed, lasts);
    if (resetMs < 0) return UNOPENED;

    const closesAt = performance.now() + resetMs;
    const known = this.#open(key);
    const mine = (known?.mine ?? owed) + amount;
    const isSame = known !== undefined && Math.abs(known.closesAt - closesAt) <= SAME_WINDOW_MS;
    const lost = known !== undefined && known.outages !== outages && (!isSame || count < mine) ? known.mine - owed : 0;
    if (isSame)
      Object.assign(known, { count, outages, mine: mine - lost, closesAt: Math.min(known.closesAt, closesAt) });
    else this.#known.set(key, { count, closesAt, mine: amount + owed, owed: 0, isForgotten: false, outages });
    return lost > 0 ? this.#addShared(key, lost, 0) : { count: Math.max(0, count), resetMs };
  }

  /** Counts in this process alone; `owed` is what Redis must be told later. */
  #addHere(key: string, amount: number, owed: number): WindowCount {
    let window = this.#open(key);
    if (window === undefined) {
      if (amount <= 0) return UNOPENED;
      const { outages } = this.#watch;
      const closesAt = performance.now() + this.#windowMs;
      window = { count: 0, closesAt, mine: 0, owed: 0, isForgotten: false, outages };
      this.#known.set(key, window);
    }
    window.count += amount;
    window.mine += amount;
    window.owed += owed;
    return this.#countOf(window);
  }

  async #handOver(): Promise<void> {
    for (const key of [...this.#known.keys()]) {
      if (this.#watch.isAway) return;
      const window = this.#open(key);
      if (window !== undefined && (window.owed !== 0 || window.isForgotten)) await this.add(key, 0);
    }
  }

  #open(key: string): KnownWindow | undefined {
    const window = this.#known.get(key);
    return window !== undefined && window.closesAt > performance.now() ? window : undefined;
  }

  #countOf(window: KnownWindow | undefined): WindowCount {
    if (window === undefined) return UNOPENED;
    return { count: Math.max(0, window.count), resetMs: Math.max(1, window.closesAt - performance.now()) };
  }
}

const secondsUntil = (time: number): number => Math.max(1, Math.ceil((time - performance.now()) / 1000));
