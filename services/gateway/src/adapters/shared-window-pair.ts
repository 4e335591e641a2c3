import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { BoundedKey, PairCount, WindowPair } from '../limits/window-pair.ts';
import type { WindowCount } from '../limits/window-counter.ts';
import { KnownWindows } from './known-windows.ts';
import { countInBoth } from './memory-window-pair.ts';
import type { RedisBreaker } from './redis-breaker.ts';

/**
 * One script, so that a request which one window rejects is never counted in the other, not even for a moment in which a second
 * request would find that window full.
 * KEYS: the inner and the outer window. ARGV: seconds, then for each window its bound and what Redis does not have of its count.
 */
const COUNT = `
local function open(key, owed)
  redis.call('set', key, 0, 'EX', ARGV[1], 'NX')
  return redis.call('incrby', key, owed)
end
local inner, outer = open(KEYS[1], ARGV[3]), open(KEYS[2], ARGV[5])
if inner >= tonumber(ARGV[2]) then inner = inner + 1
elseif outer >= tonumber(ARGV[4]) then outer = outer + 1
else inner, outer = redis.call('incr', KEYS[1]), redis.call('incr', KEYS[2]) end
return {inner, redis.call('pttl', KEYS[1]), outer, redis.call('pttl', KEYS[2])}`;

const reply = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A pair in Redis, shared by every gateway. What happens while Redis is away is as in `SharedWindowCounter`. */
export class SharedWindowPair implements WindowPair {
  readonly #redis: Redis;
  readonly #breaker: RedisBreaker;
  readonly #prefix: { readonly inner: string; readonly outer: string };
  readonly #seconds: number;
  readonly #inner: KnownWindows;
  readonly #outer: KnownWindows;

  constructor(redis: Redis, breaker: RedisBreaker, names: { inner: string; outer: string }, windowSeconds: number) {
    this.#redis = redis;
    this.#breaker = breaker;
    this.#prefix = { inner: `strata:window:${names.inner}:`, outer: `strata:window:${names.outer}:` };
    this.#seconds = windowSeconds;
    this.#inner = new KnownWindows(windowSeconds);
    this.#outer = new KnownWindows(windowSeconds);
  }

  async count(inner: BoundedKey, outer: BoundedKey): Promise<PairCount> {
    if (this.#breaker.isAway) return this.#countHere(inner, outer);
    const owed = { inner: this.#inner.takeOwed(inner.key), outer: this.#outer.takeOwed(outer.key) };
    try {
      const counted = await this.#countThere(inner, outer, owed);
      this.#inner.counts.set(inner.key, atMost(counted.inner, inner.most));
      this.#outer.counts.set(outer.key, atMost(counted.outer, outer.most));
      return counted;
    } catch (error) {
      this.#breaker.recordFailure(error);
      // The known counts include what was owed before.
      this.#inner.owe(inner.key, owed.inner);
      this.#outer.owe(outer.key, owed.outer);
      return this.#countHere(inner, outer);
    }
  }

  async readOuter(key: string): Promise<WindowCount> {
    if (this.#breaker.isAway) return this.#outer.counts.read(key);
    try {
      const name = this.#prefix.outer + key;
      const [count, resetMs] = await Promise.all([this.#redis.get(name), this.#redis.pttl(name)]);
      const owed = this.#outer.owed(key);
      if (count === null || resetMs < 0) return owed;
      return { count: Number(count) + owed.count, resetMs: Math.max(1, resetMs) };
    } catch (error) {
      this.#breaker.recordFailure(error);
      return this.#outer.counts.read(key);
    }
  }

  async #countThere(
    inner: BoundedKey,
    outer: BoundedKey,
    owed: { readonly inner: number; readonly outer: number },
  ): Promise<PairCount> {
    const keys = [this.#prefix.inner + inner.key, this.#prefix.outer + outer.key];
    const values = [this.#seconds, inner.most, owed.inner, outer.most, owed.outer];
    const [ofInner, innerMs, ofOuter, outerMs] = reply.parse(await this.#redis.eval(COUNT, 2, ...keys, ...values));
    // In its last millisecond an open window has 0 ms left.
    return {
      inner: { count: ofInner, resetMs: Math.max(1, innerMs) },
      outer: { count: ofOuter, resetMs: Math.max(1, outerMs) },
    };
  }

  #countHere(inner: BoundedKey, outer: BoundedKey): PairCount {
    const counted = countInBoth(this.#inner.counts, this.#outer.counts, inner, outer);
    if (counted.inner.count <= inner.most && counted.outer.count <= outer.most) {
      this.#inner.owe(inner.key, 1);
      this.#outer.owe(outer.key, 1);
    }
    return counted;
  }
}

/** Without a request that was rejected. */
const atMost = ({ count, resetMs }: WindowCount, most: number): WindowCount => ({
  count: Math.min(count, most),
  resetMs,
});
