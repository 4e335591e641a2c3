import type { RequestContext } from '@strata/kernel/actor';
import { LRUCache } from 'lru-cache';
import type { EventLedger, ReservationRequest, ReservationResult, MonthlyQuota } from '../capture/event-ledger.ts';
import type { MemoryEventLedger } from './memory-event-ledger.ts';
import type { RedisEventLedger } from './redis-event-ledger.ts';
import type { RedisBreaker } from './redis-breaker.ts';

/** How this process stands with a month that is counted in Redis. */
interface Standing {
  /** Charged here while Redis was away. */
  owed: number;
  /** The outages of Redis when the month was last filled there. */
  outages: number;
}

const MAX_MONTHS = 50_000;

/**
 * The ledger of all gateways in Redis. While that is away each goes on by its own, from the count that it knew last; what
 * it charged meanwhile is handed over with the first fill after.
 */
export class SharedEventLedger implements EventLedger {
  readonly #shared: RedisEventLedger;
  readonly #own: MemoryEventLedger;
  readonly #breaker: RedisBreaker;
  readonly #standings = new LRUCache<string, Standing>({ max: MAX_MONTHS });

  constructor(shared: RedisEventLedger, own: MemoryEventLedger, breaker: RedisBreaker) {
    this.#shared = shared;
    this.#own = own;
    this.#breaker = breaker;
  }

  async reserve(request: ReservationRequest, context: RequestContext): Promise<ReservationResult> {
    const { quota } = request;
    if (!this.#breaker.isAway) {
      if (quota !== null && !this.#isInStep(quota.key)) return { outcome: 'unfilled' };
      try {
        return await this.#enterShared(request);
      } catch (error) {
        this.#breaker.recordFailure(error);
      }
    }
    const entry = await this.#own.reserve(request, context);
    if (quota !== null && entry.outcome === 'reserved') this.#owe(quota.key, entry.charged);
    return entry;
  }

  async fill(quota: MonthlyQuota, stored: number | null): Promise<void> {
    await this.#own.fill(quota, stored);
    if (this.#breaker.isAway) return;
    const { outages } = this.#breaker;
    const standing = this.#standingOf(quota.key);
    const { owed } = standing;
    standing.owed = 0;
    try {
      await this.#shared.fill(quota, stored, owed);
      standing.outages = outages;
    } catch (error) {
      standing.owed += owed;
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

  /** What this process took in while Redis was away is known here alone, and must not be charged again. */
  async #enterShared(request: ReservationRequest): Promise<ReservationResult> {
    const { claims, quota } = request;
    const own = new Map(claims.map(({ eventId }) => [eventId, this.#own.remembered(eventId)]));
    const others = claims.filter(({ eventId }) => own.get(eventId) === undefined);
    const { entry, count } = await this.#shared.reserve({ ...request, claims: others });
    if (quota !== null && count !== undefined) this.#own.follow(quota.key, count);
    if (entry.outcome !== 'reserved' || others.length === claims.length) return entry;
    const shared = new Map(others.map(({ eventId }, i) => [eventId, entry.fingerprints[i]]));
    const fingerprints = claims.map(
      ({ eventId, fingerprint }) => own.get(eventId) ?? shared.get(eventId) ?? fingerprint,
    );
    return { ...entry, fingerprints };
  }

  #isInStep(key: string): boolean {
    const standing = this.#standings.get(key);
    return standing?.outages === this.#breaker.outages && standing.owed === 0;
  }

  #owe(key: string, amount: number): void {
    this.#standingOf(key).owed += amount;
  }

  #standingOf(key: string): Standing {
    const standing = this.#standings.get(key) ?? { owed: 0, outages: -1 };
    this.#standings.set(key, standing);
    return standing;
  }
}
