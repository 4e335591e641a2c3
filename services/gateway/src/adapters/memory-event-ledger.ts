import type { findFingerprints } from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import {
  SETTLED_MS,
  type EventLedger,
  type FingerprintClaim,
  type ReservationRequest,
  type ReservationResult,
  type MonthlyQuota,
} from '../capture/event-ledger.ts';

/** Asks the event store which of these events it has. Errors: `unavailable`. */
export type FindFingerprints = (
  eventIds: string[],
  context: RequestContext,
) => Promise<z.output<typeof findFingerprints.response>>;

/** Of a month, with the time of the last charge on a clock that never jumps. */
interface MonthCount {
  count: number;
  chargedAt: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** An event id, a fingerprint, and about what an entry of the map weighs. */
const ENTRY_BYTES = 400;
const MAX_MONTHS = 50_000;

/**
 * Remembers in this process: fingerprints the recent ones, for others it asks the event store. Requests with the same
 * key that arrive together go one after the other.
 */
export class MemoryEventLedger implements EventLedger {
  readonly #find: FindFingerprints;
  readonly #now: () => number;
  readonly #held = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: () => ENTRY_BYTES });
  readonly #months = new LRUCache<string, MonthCount>({ max: MAX_MONTHS });
  /** Events of which it is being found out whether they are stored. */
  readonly #inQuestion = new Map<string, Promise<void>>();

  constructor(find: FindFingerprints, now: () => number = () => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  async reserve(request: ReservationRequest, context: RequestContext): Promise<ReservationResult> {
    for (let busy = this.#busy(request); busy !== undefined; busy = this.#busy(request)) await busy;
    const unknown = request.claims.filter(({ eventId }) => !this.#held.has(eventId));
    if (unknown.length === 0 || this.#isUnfilled(request)) return this.#decide(request);
    let over: () => void = () => undefined;
    const underWay = new Promise<void>((resolve) => (over = resolve));
    for (const { eventId } of unknown) this.#inQuestion.set(eventId, underWay);
    try {
      await this.#learn(unknown, context);
      return this.#decide(request);
    } finally {
      for (const { eventId } of unknown) this.#inQuestion.delete(eventId);
      over();
    }
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

  /** The fingerprint that this process remembers of an event, without asking anybody. */
  remembered(eventId: string): string | undefined {
    return this.#held.get(eventId);
  }

  /** What a month is known to have seen, from somebody who counts for all. */
  follow(key: string, count: number): void {
    this.#months.set(key, { count, chargedAt: this.#now() });
  }

  /** Bytes in use, about, and the most there may be. */
  memory(): { used: number; max: number } {
    return { used: this.#held.calculatedSize, max: MAX_BYTES };
  }

  #busy({ claims }: ReservationRequest): Promise<void> | undefined {
    if (this.#inQuestion.size === 0) return undefined;
    const claim = claims.find(({ eventId }) => this.#inQuestion.has(eventId));
    return claim && this.#inQuestion.get(claim.eventId);
  }

  #isUnfilled({ quota }: ReservationRequest): boolean {
    return quota !== null && !this.#months.has(quota.key);
  }

  async #learn(claims: readonly FingerprintClaim[], context: RequestContext): Promise<void> {
    const { found } = await this.#find(
      claims.map(({ eventId }) => eventId),
      context,
    );
    for (const { eventId, fingerprint } of found) if (fingerprint !== null) this.#held.set(eventId, fingerprint);
  }

  /** In one go, so that nobody comes in between. */
  #decide(request: ReservationRequest): ReservationResult {
    const { claims, unkeyed, quota } = request;
    const fresh = claims.filter(({ eventId }) => !this.#held.has(eventId));
    const charged = unkeyed + fresh.length;
    if (quota !== null) {
      const month = this.#months.get(quota.key);
      if (month === undefined) return { outcome: 'unfilled' };
      if (charged > 0 && month.count + charged > quota.limit)
        return { outcome: 'used_up', left: Math.max(0, quota.limit - month.count) };
      if (charged > 0) Object.assign(month, { count: month.count + charged, chargedAt: this.#now() });
    }
    const fingerprints = claims.map(({ eventId, fingerprint }) => this.#held.get(eventId) ?? fingerprint);
    for (const { eventId, fingerprint } of fresh) this.#held.set(eventId, fingerprint);
    return { outcome: 'reserved', fingerprints, charged };
  }
}
