import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { AppError, conflict, rateLimited, unavailable } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type {
  EventLedger,
  FingerprintClaim,
  MonthlyQuota,
  ReservationRequest,
  ReservationResult,
} from './event-ledger.ts';
import { FillSchedule } from './fill-schedule.ts';

/** More than two, because Redis may go away and come back between a fill and the reservation after it. */
const MAX_ATTEMPTS = 4;

export interface ReserveEventsParts {
  readonly ledger: EventLedger;
  /** The events a month of the tenant's plan, in each environment; null: unlimited. Errors: `unavailable`. */
  readonly monthlyEventsOf: (tenantId: string) => Promise<number | null>;
  /** The number of stored events of the month `YYYY-MM`. Errors: `unavailable`. */
  readonly readEventUsage: (month: string, context: RequestContext) => Promise<{ month: number }>;
  /** Called for each request that the quota rejects. */
  readonly onUsedUp: () => void;
  /** Milliseconds of a monotonic clock (default `performance.now()`). */
  readonly now?: () => number;
}

/** The events of one request, all of one month. */
export interface ArrivingEvents {
  readonly claims: readonly FingerprintClaim[];
  /** The number of events without an idempotency key. */
  readonly unkeyed: number;
  readonly at: Date;
}

export interface Reservation {
  /** The fingerprint stored for each claim. */
  readonly fingerprints: readonly string[];
  /** Takes back the charge for events without a key. An event with a key stays charged: its retry costs nothing. */
  readonly release: (unkeyed: number) => Promise<void>;
  /**
   * To be called with the events that were sent, before they are accepted. Returns why some of them are not: `conflict` if
   * the event store has another content, because another gateway accepted it first; `unavailable` if that is not known.
   */
  readonly confirm: (eventIds: readonly string[]) => Promise<ReadonlyMap<string, AppError>>;
}

export const CONFLICT_MESSAGE = 'This idempotencyKey was already used for another event';

/**
 * Reserves all events of a request or none: claims their idempotency keys, and charges the new events to the month's quota.
 * Errors: `rate_limited` when the quota has no room for all new events; `unavailable`.
 */
export function createReserveEvents({ ledger, monthlyEventsOf, readEventUsage, onUsedUp, now }: ReserveEventsParts) {
  const schedule = new FillSchedule(now);

  const fill = async (quota: MonthlyQuota, month: string, context: RequestContext): Promise<void> => {
    schedule.recordFill(quota.key);
    try {
      // As the service itself: the quota counts every event of the tenant, also those that are hidden from the caller.
      const ofTenant = systemContext(context.scope, context.requestId);
      await ledger.fill(quota, (await readEventUsage(month, ofTenant)).month);
    } catch {
      // Capture does not depend on the event store: the count goes on from what is known, and is corrected soon.
      schedule.recordFailure(quota.key);
      await ledger.fill(quota, null);
    }
  };

  const reserve = async (
    request: ReservationRequest,
    month: string,
    context: RequestContext,
  ): Promise<ReservationResult> => {
    const { quota } = request;
    let result = await ledger.reserve(request, context);
    if (quota === null) return result;
    for (let attempt = 1; attempt < MAX_ATTEMPTS && result.outcome !== 'reserved'; attempt += 1) {
      // The count is compared with the event store before a request is rejected, but not for every rejection.
      if (result.outcome === 'used_up' && !schedule.isDue(quota.key)) break;
      await fill(quota, month, context);
      result = await ledger.reserve(request, context);
    }
    if (schedule.isDue(quota.key)) void fill(quota, month, context);
    return result;
  };

  return async function reserveEvents(
    { claims, unkeyed, at }: ArrivingEvents,
    context: RequestContext,
  ): Promise<Reservation> {
    const limit = await monthlyEventsOf(context.scope.tenantId);
    const month = at.toISOString().slice(0, 7);
    const quota = limit === null ? null : { key: keyOf(context.scope, month), limit, endsAt: endOfMonth(at) };
    const release = async (amount: number): Promise<void> => {
      if (quota !== null && amount > 0) await ledger.release(quota, amount);
    };
    const nothing = (): Promise<ReadonlyMap<string, AppError>> => Promise.resolve(new Map());
    if (claims.length === 0 && (quota === null || unkeyed === 0))
      return { fingerprints: [], release, confirm: nothing };
    const result = await reserve({ claims, unkeyed, quota }, month, context);
    if (result.outcome === 'reserved') {
      const unconfirmed = new Set(result.unconfirmed);
      const confirm = (sent: readonly string[]): Promise<ReadonlyMap<string, AppError>> =>
        problemsOf(
          ledger,
          claims,
          sent.filter((eventId) => unconfirmed.has(eventId)),
          context,
        );
      return { fingerprints: result.fingerprints, release, confirm };
    }
    if (result.outcome === 'unfilled' || quota === null) throw unavailable('The count of events');
    onUsedUp();
    throw usedUp(quota, result.left, at);
  };
}

/** Asks the event store what it has of the events. Never rejects with an AppError. */
async function problemsOf(
  ledger: EventLedger,
  claims: readonly FingerprintClaim[],
  eventIds: readonly string[],
  context: RequestContext,
): Promise<ReadonlyMap<string, AppError>> {
  if (eventIds.length === 0) return new Map();
  try {
    const stored = await ledger.confirm(eventIds, context);
    const others = claims.filter(({ eventId, fingerprint }) => (stored.get(eventId) ?? fingerprint) !== fingerprint);
    return new Map(others.map(({ eventId }) => [eventId, conflict(CONFLICT_MESSAGE)]));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Map(eventIds.map((eventId) => [eventId, error]));
  }
}

const keyOf = ({ tenantId, environment }: TenantScope, month: string): string => `${environment}:${tenantId}:${month}`;

const endOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));

const usedUp = ({ limit, endsAt }: MonthlyQuota, left: number, at: Date): Error =>
  rateLimited(
    `The plan takes ${String(limit)} events a month, of which ${String(left)} are left`,
    endsAt.getTime() - at.getTime(),
  );
