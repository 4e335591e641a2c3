import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import type {
  EventLedger,
  FingerprintClaim,
  MonthlyQuota,
  ReservationRequest,
  ReservationResult,
} from '../capture/event-ledger.ts';
import { fingerprintsOf, storedFingerprints, type EventStoreKeys } from './event-store-keys.ts';
import type { Generation, LedgerGenerations } from './ledger-generations.ts';
import type { MemoryEventLedger } from './memory-event-ledger.ts';
import type { RedisBreaker } from './redis-breaker.ts';
import { FINGERPRINT_SECONDS, type RedisEventLedger, type SharedReservation } from './redis-event-ledger.ts';

/** What this process knows about a month that is counted in Redis. */
interface MonthState {
  /** The events charged here while Redis was away. */
  owed: number;
  /** The number of outages when the month was last filled in Redis. */
  outages: number;
}

export interface SharedLedgerParts {
  readonly shared: RedisEventLedger;
  readonly generations: LedgerGenerations;
  /** Counts months while Redis is away. */
  readonly own: MemoryEventLedger;
  readonly keys: EventStoreKeys;
  readonly breaker: RedisBreaker;
}

const MAX_MONTHS = 50_000;

/**
 * The ledger of all gateways, in Redis. A key that Redis does not know is looked up in the event store. While Redis is away,
 * and until all that was accepted before a loss of its data is stored, the event store decides who was first: the event is
 * claimed there, and confirmed once it is stored.
 *
 * While Redis is away, each gateway counts on from the last count that it knows. The first `fill` afterwards adds to Redis
 * what it charged meanwhile.
 */
export class SharedEventLedger implements EventLedger {
  readonly #parts: SharedLedgerParts;
  readonly #months = new LRUCache<string, MonthState>(entriesUpTo(MAX_MONTHS));
  /** When each event that is to be confirmed was reserved. */
  readonly #reservedAt = new LRUCache<string, number>(entriesUpTo(MAX_MONTHS));

  constructor(parts: SharedLedgerParts) {
    this.#parts = parts;
  }

  async reserve(request: ReservationRequest, context: RequestContext): Promise<ReservationResult> {
    if (request.claims.length === 0) return this.#charge(request, context);
    const { generations } = this.#parts;
    for (
      let generation = await generations.current();
      generation?.isSettled;
      generation = await generations.current()
    ) {
      const result = await this.#reserveShared(request, generation, context);
      if (result !== 'lost') return result;
      generations.forget();
    }
    return this.#reserveUnsettled(request, context);
  }

  async confirm(eventIds: readonly string[], context: RequestContext): Promise<ReadonlyMap<string, string | null>> {
    const stored = await storedFingerprints(this.#parts.keys, eventIds, context);
    const reservedAt = eventIds.map((eventId) => this.#reservedAt.get(eventId) ?? -Infinity);
    this.#parts.generations.recordStored(Math.min(...reservedAt));
    return stored;
  }

  async fill(quota: MonthlyQuota, stored: number | null): Promise<void> {
    const { own, breaker, shared } = this.#parts;
    await own.fill(quota, stored);
    if (breaker.isAway) return;
    const { outages } = breaker;
    const month = this.#monthOf(quota.key);
    const { owed } = month;
    month.owed = 0;
    try {
      await shared.fill(quota, stored, owed);
      month.outages = outages;
    } catch (error) {
      month.owed += owed;
      breaker.recordFailure(error);
    }
  }

  async release(quota: MonthlyQuota, amount: number): Promise<void> {
    const { own, breaker, shared } = this.#parts;
    if (!breaker.isAway) {
      try {
        await shared.release(quota, amount);
        return;
      } catch (error) {
        breaker.recordFailure(error);
      }
    }
    await own.release(quota, amount);
    this.#owe(quota.key, -amount);
  }

  /** Charges a request without claims. */
  async #charge(request: ReservationRequest, context: RequestContext): Promise<ReservationResult> {
    const { quota } = request;
    const charged = await this.#inRedis(request);
    if (charged !== undefined && charged !== 'lost' && 'result' in charged) return charged.result;
    const result = await this.#parts.own.reserve(request, context);
    if (quota !== null && result.outcome === 'reserved') this.#owe(quota.key, result.charged);
    return result;
  }

  /** Redis and the event store together know every key. */
  async #reserveShared(
    request: ReservationRequest,
    generation: Generation,
    context: RequestContext,
  ): Promise<ReservationResult | 'lost'> {
    const first = await this.#inRedis(request, generation.id);
    if (first === undefined) return this.#reserveUnsettled(request, context);
    if (first === 'lost') return first;
    if ('result' in first) return first.result;
    const known = await this.#lookUp(first.unknown, generation, context);
    const second = await this.#inRedis(request, generation.id, known);
    if (second === undefined) return this.#reserveUnsettled(request, context);
    return second !== 'lost' && 'result' in second ? second.result : 'lost';
  }

  /** If Redis has been complete for 30 days, a key that it does not know is new, so the event store need not respond. */
  async #lookUp(
    claims: readonly FingerprintClaim[],
    { openedAt }: Generation,
    context: RequestContext,
  ): Promise<ReadonlyMap<string, string>> {
    try {
      const { found } = await this.#parts.keys.find(
        claims.map(({ eventId }) => eventId),
        context,
      );
      return fingerprintsOf(found, claims);
    } catch (error) {
      const isComplete = performance.now() - openedAt > FINGERPRINT_SECONDS * 1000;
      if (isComplete && error instanceof AppError && error.code === 'unavailable') return new Map();
      throw error;
    }
  }

  /** The event store decides. An event that is not stored yet is to be confirmed: another may be on its way before it. */
  async #reserveUnsettled(request: ReservationRequest, context: RequestContext): Promise<ReservationResult> {
    const { keys } = this.#parts;
    const { claims, unkeyed, quota } = request;
    const reservedAt = performance.now();
    const before = await keys.find(
      claims.map(({ eventId }) => eventId),
      context,
    );
    const known = new Set(before.found.map(({ eventId }) => eventId));
    const fresh = claims.filter(({ eventId }) => !known.has(eventId));
    // First the charge: a request without room in the quota claims no key.
    const result = await this.#charge({ claims: [], unkeyed: unkeyed + fresh.length, quota }, context);
    if (result.outcome !== 'reserved') return result;
    let found = before.found;
    try {
      if (fresh.length > 0) found = [...found, ...(await keys.claim(fresh, context)).found];
    } catch (error) {
      if (quota !== null) await this.release(quota, result.charged);
      throw error;
    }
    const decided = fingerprintsOf(found, claims);
    const stored = new Set(found.filter(({ isStored }) => isStored).map(({ eventId }) => eventId));
    const unconfirmed = claims.map(({ eventId }) => eventId).filter((eventId) => !stored.has(eventId));
    for (const eventId of unconfirmed) this.#reservedAt.set(eventId, reservedAt);
    const fingerprints = claims.map(({ eventId, fingerprint }) => decided.get(eventId) ?? fingerprint);
    return { ...result, fingerprints, unconfirmed };
  }

  /** Undefined if Redis is away. */
  async #inRedis(
    request: ReservationRequest,
    generation?: string,
    known?: ReadonlyMap<string, string>,
  ): Promise<SharedReservation | undefined> {
    const { breaker, shared, own } = this.#parts;
    const { quota } = request;
    if (breaker.isAway) return undefined;
    if (quota !== null && !this.#isCurrent(quota.key)) return { result: { outcome: 'unfilled' }, count: undefined };
    try {
      const reservation = await shared.reserve(request, generation, known);
      const count = reservation !== 'lost' && 'result' in reservation ? reservation.count : undefined;
      if (quota !== null && count !== undefined) own.setCount(quota.key, count);
      return reservation;
    } catch (error) {
      breaker.recordFailure(error);
      return undefined;
    }
  }

  #isCurrent(key: string): boolean {
    const month = this.#months.get(key);
    return month?.outages === this.#parts.breaker.outages && month.owed === 0;
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
