import type { RequestContext } from '@strata/kernel/actor';
import { LRUCache } from 'lru-cache';
import type { EventLedger, ReservationRequest, ReservationResult, MonthlyQuota } from '../capture/event-ledger.ts';
import type { MemoryEventLedger } from './memory-event-ledger.ts';
import type { RedisEventLedger } from './redis-event-ledger.ts';
import type { RedisBreaker } from './redis-breaker.ts';

/** What this process knows about a month that is counted in Redis. */
interface MonthState {
  /** The events charged here while Redis was away. */
  owed: number;
  /** The number of outages when the month was last filled in Redis. */
  outages: number;
}

const MAX_MONTHS = 50_000;

/**
 * The ledger of all gateways, in Redis. While Redis is away, each gateway counts on from the last count that it knows. The
 * first `fill` afterwards adds to Redis what it charged meanwhile.
 */
export class SharedEventLedger implements EventLedger {
  readonly #shared: RedisEventLedger;
  readonly #own: MemoryEventLedger;
  readonly #breaker: RedisBreaker;
  readonly #months = new LRUCache<string, MonthState>({ max: MAX_MONTHS });

  constructor(shared: RedisEventLedger, own: MemoryEventLedger, breaker: RedisBreaker) {
    this.#shared = shared;
    this.#own = own;
    this.#breaker = breaker;
  }

  async reserve(request: ReservationRequest, context: RequestContext): Promise<ReservationResult> {
    const { quota } = request;
    if (!this.#breaker.isAway) {
      if (quota !== null && !this.#isCurrent(quota.key)) return { outcome: 'unfilled' };
      try {
        return await this.#reserveShared(request);
      } catch (error) {
        this.#breaker.recordFailure(error);
      }
    }
    const result = await this.#own.reserve(request, context);
    if (quota !== null && result.outcome === 'reserved') this.#owe(quota.key, result.charged);
    return result;
  }

  async fill(quota: MonthlyQuota, stored: number | null): Promise<void> {
    await this.#own.fill(quota, stored);
    if (this.#breaker.isAway) return;
    const { outages } = this.#breaker;
    const month = this.#monthOf(quota.key);
    const { owed } = month;
    month.owed = 0;
    try {
      await this.#shared.fill(quota, stored, owed);
      month.outages = outages;
    } catch (error) {
      month.owed += owed;
      this.#breaker.recordFailure(error);
    }
  }

  async release(quota: MonthlyQuota, amount: number): Promise<void> {
    if (!this.#breaker.isAway) {
      try {
        await this.#shared.release(quota, amount);
        return;
      } catch (error) {
        this.#breaker.recordFailure(error);
      }
    }
    await this.#own.release(quota, amount);
    this.#owe(quota.key, -amount);
  }

  /** Events that this process reserved while Redis was away are known only here, and must not be charged again. */
  async #reserveShared(request: ReservationRequest): Promise<ReservationResult> {
    const { claims, quota } = request;
    const own = new Map(claims.map(({ eventId }) => [eventId, this.#own.fingerprintOf(eventId)]));
    const others = claims.filter(({ eventId }) => own.get(eventId) === undefined);
    const { result, count } = await this.#shared.reserve({ ...request, claims: others });
    if (quota !== null && count !== undefined) this.#own.setCount(quota.key, count);
    if (result.outcome !== 'reserved' || others.length === claims.length) return result;
    const shared = new Map(others.map(({ eventId }, i) => [eventId, result.fingerprints[i]]));
    const fingerprints = claims.map(
      ({ eventId, fingerprint }) => own.get(eventId) ?? shared.get(eventId) ?? fingerprint,
    );
    return { ...result, fingerprints };
  }

  #isCurrent(key: string): boolean {
    const month = this.#months.get(key);
    return month?.outages === this.#breaker.outages && month.owed === 0;
  }

  #owe(key: string, amount: number): void {
    this.#monthOf(key).owed += amount;
  }

  #monthOf(key: string): MonthState {
    const month = this.#months.get(key) ?? { owed: 0, outages: -1 };
    this.#months.set(key, month);
    return month;
  }
}
