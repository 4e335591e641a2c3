import type { RequestContext } from '@strata/kernel/actor';

/** An event with an idempotency key, and the fingerprint of its content in this request. */
export interface FingerprintClaim {
  readonly eventId: string;
  readonly fingerprint: string;
}

/** How many events a tenant scope may capture within a month. */
export interface MonthlyQuota {
  /** Names tenant scope and month; the same on every gateway. */
  readonly key: string;
  readonly limit: number;
  /** The end of the month. */
  readonly endsAt: Date;
}

/** Events that are to be captured together. */
export interface ReservationRequest {
  /** The events with an idempotency key; distinct. */
  readonly claims: readonly FingerprintClaim[];
  /** The number of events without a key: they are always new. */
  readonly unkeyed: number;
  /** Null: unlimited. */
  readonly quota: MonthlyQuota | null;
}

/** The result of a reservation. Only `reserved` has changed anything. */
export type ReservationResult =
  | {
      readonly outcome: 'reserved';
      /** The fingerprint stored for each claim: its own if it was the first. */
      readonly fingerprints: readonly string[];
      /** The number of new events, which were charged to the quota. */
      readonly charged: number;
      /** Events that other gateways may have accepted with another content. To be confirmed once they have been sent. */
      readonly unconfirmed?: readonly string[];
    }
  | { readonly outcome: 'used_up'; readonly left: number }
  /** The month has no count yet: call `fill` first. */
  | { readonly outcome: 'unfilled' };

/**
 * Stores the first fingerprint of each idempotency key, and counts the events of each month. Both happen in one step: an
 * event that was captured before costs nothing, and a rejected event claims no key.
 */
export interface EventLedger {
  /** Errors: `unavailable` when it is not known whether the events are new. */
  reserve(request: ReservationRequest, context: RequestContext): Promise<ReservationResult>;
  /**
   * Waits until unconfirmed events are stored, and returns the fingerprints that were stored; null for a deleted event.
   * Errors: `unavailable` if they are not stored soon.
   */
  confirm(eventIds: readonly string[], context: RequestContext): Promise<ReadonlyMap<string, string | null>>;
  /**
   * Compares a month's count with the number of stored events. The count is raised to that number; it is lowered to it once
   * nothing has been charged for so long that no event can be on its way any more. With null, if that number cannot be read,
   * counting goes on from the known count. Never rejects.
   */
  fill(quota: MonthlyQuota, stored: number | null): Promise<void>;
  /** Takes back the charge for events that could not be sent to the event store. Never rejects. */
  release(quota: MonthlyQuota, amount: number): Promise<void>;
}

/** The time after the last charge within which every charged event is stored, or lost. */
export const SETTLED_MS = 10 * 60_000;
