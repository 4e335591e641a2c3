import type { RequestContext } from '@strata/kernel/actor';
import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import {
  SETTLED_MS,
  type EventLedger,
  type FingerprintClaim,
  type ReservationRequest,
  type ReservationResult,
  type MonthlyQuota,
} from '../capture/event-ledger.ts';
import type { EventStoreKeys } from './event-store-keys.ts';

/** The count of a month, and the time of its last charge on a monotonic clock in milliseconds. */
interface MonthCount {
  count: number;
  chargedAt: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** The approximate size of an event id, a fingerprint and their map entry. */
const ENTRY_BYTES = 400;
const MAX_MONTHS = 50_000;

/**
 * A ledger in the memory of this process. It keeps recent fingerprints, and looks others up in the event store. Concurrent
 * requests with the same idempotency key run one after the other.
 */
export class MemoryEventLedger implements EventLedger {
  readonly #find: EventStoreKeys['find'];
  readonly #now: () => number;
  readonly #fingerprints = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: () => ENTRY_BYTES });
  readonly #months = new LRUCache<string, MonthCount>(entriesUpTo(MAX_MONTHS));
  /** Lookups in progress, by event. */
  readonly #lookups = new Map<string, Promise<void>>();

  constructor(find: EventStoreKeys['find'], now: () => number = () => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  async reserve(request: ReservationRequest, context: RequestContext): Promise<ReservationResult> {
    for (let busy = this.#busy(request); busy !== undefined; busy = this.#busy(request)) await busy;
    const unknown = request.claims.filter(({ eventId }) => !this.#fingerprints.has(eventId));
    if (unknown.length === 0 || this.#isUnfilled(request)) return this.#decide(request);
    let finish: () => void = () => undefined;
    const lookup = new Promise<void>((resolve) => (finish = resolve));
    for (const { eventId } of unknown) this.#lookups.set(eventId, lookup);
    try {
      await this.#lookUp(unknown, context);
      return this.#decide(request);
    } finally {
      for (const { eventId } of unknown) this.#lookups.delete(eventId);
      finish();
    }
  }

  /** A single gateway has nothing to confirm. */
  confirm(): Promise<ReadonlyMap<string, string | null>> {
    return Promise.resolve(new Map());
  }

  fill({ key }: MonthlyQuota, stored: number | null): Promise<void> {
    const month = this.#months.get(key);
    if (month === undefined) this.#months.set(key, { count: stored ?? 0, chargedAt: this.#now() });
    else if (stored !== null && (month.count < stored || this.#now() - month.chargedAt >= SETTLED_MS))
      month.count = stored;
    return Promise.resolve();
  }

  release({ key }: MonthlyQuota, amount: number): Promise<void> {
    const month = this.#months.get(key);
    if (month !== undefined) month.count -= amount;
    return Promise.resolve();
  }

  /** Sets a month's count to that of all gateways. */
  setCount(key: string, count: number): void {
    this.#months.set(key, { count, chargedAt: this.#now() });
  }

  /** The approximate bytes in use, and their maximum. */
  memory(): { used: number; max: number } {
    return { used: this.#fingerprints.calculatedSize, max: MAX_BYTES };
  }

  #busy({ claims }: ReservationRequest): Promise<void> | undefined {
    if (this.#lookups.size === 0) return undefined;
    const claim = claims.find(({ eventId }) => this.#lookups.has(eventId));
    return claim && this.#lookups.get(claim.eventId);
  }

  #isUnfilled({ quota }: ReservationRequest): boolean {
    return quota !== null && !this.#months.has(quota.key);
  }

  async #lookUp(claims: readonly FingerprintClaim[], context: RequestContext): Promise<void> {
    const { found } = await this.#find(
      claims.map(({ eventId }) => eventId),
      context,
    );
    for (const { eventId, fingerprint } of found)
      if (fingerprint !== null) this.#fingerprints.set(eventId, fingerprint);
  }

  /** Synchronous, so that no other request runs in between. */
  #decide(request: ReservationRequest): ReservationResult {
    const { claims, unkeyed, quota } = request;
    const fresh = claims.filter(({ eventId }) => !this.#fingerprints.has(eventId));
    const charged = unkeyed + fresh.length;
    if (quota !== null) {
      const month = this.#months.get(quota.key);
      if (month === undefined) return { outcome: 'unfilled' };
      if (charged > 0 && month.count + charged > quota.limit)
        return { outcome: 'used_up', left: Math.max(0, quota.limit - month.count) };
      if (charged > 0) Object.assign(month, { count: month.count + charged, chargedAt: this.#now() });
    }
    const fingerprints = claims.map(({ eventId, fingerprint }) => this.#fingerprints.get(eventId) ?? fingerprint);
    for (const { eventId, fingerprint } of fresh) this.#fingerprints.set(eventId, fingerprint);
    return { outcome: 'reserved', fingerprints, charged };
  }
}
