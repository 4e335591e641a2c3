import type { RequestContext } from '@strata/kernel/actor';
import { rateLimited, unavailable } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { EventLedger, FingerprintClaim, Intake, LedgerEntry, MonthlyQuota } from './event-ledger.ts';
import { RecentFills } from './recent-fills.ts';

/** Redis may go and come between a fill and the entry behind it. */
const ATTEMPTS = 4;

export interface TakeInParts {
  readonly ledger: EventLedger;
  /** The events a month that the tenant's plan takes, in each environment; null: unlimited. Errors: `unavailable`. */
  readonly monthlyEventsOf: (tenantId: string) => Promise<number | null>;
  /** How many events of the month `YYYY-MM` are stored. Errors: `unavailable`. */
  readonly readEventUsage: (month: string, context: RequestContext) => Promise<{ month: number }>;
  /** Called with each request that the quota refuses. */
  readonly onUsedUp: () => void;
  /** Milliseconds of a clock that never jumps (default `performance.now()`). */
  readonly now?: () => number;
}

/** Events of one request, all of one month. */
export interface Arrivals {
  readonly claims: readonly FingerprintClaim[];
  readonly unnamed: number;
  readonly at: Date;
}

export interface TakenIn {
  /** The fingerprint that holds for each claim. */
  readonly held: readonly string[];
  /** Takes back the charge for so many events without a key. One with a key stays paid for: its retry costs nothing. */
  readonly giveBack: (unnamed: number) => Promise<void>;
}

/**
 * Takes events in, or none of them: their keys are claimed, and what is new is charged to the month's quota.
 * Errors: `rate_limited` when the quota has no room for all that are new; `unavailable`.
 */
export function createTakeIn({ ledger, monthlyEventsOf, readEventUsage, onUsedUp, now }: TakeInParts) {
  const fills = new RecentFills(now);

  const fill = async (quota: MonthlyQuota, month: string, context: RequestContext): Promise<void> => {
    fills.note(quota.key);
    try {
      await ledger.fill(quota, (await readEventUsage(month, context)).month);
    } catch {
      // Capturing does not wait for the event store. The count begins with what is known, and is made good soon.
      fills.noteFailure(quota.key);
      await ledger.fill(quota, null);
    }
  };

  const enter = async (intake: Intake, month: string, context: RequestContext): Promise<LedgerEntry> => {
    const { quota } = intake;
    let entry = await ledger.enter(intake, context);
    if (quota === null) return entry;
    for (let attempt = 1; attempt < ATTEMPTS && entry.outcome !== 'taken'; attempt += 1) {
      // Before anybody is refused the count is held against the store, but not for each refusal anew.
      if (entry.outcome === 'used_up' && !fills.isDue(quota.key)) break;
      await fill(quota, month, context);
      entry = await ledger.enter(intake, context);
    }
    if (fills.isDue(quota.key)) void fill(quota, month, context);
    return entry;
  };

  return async ({ claims, unnamed, at }: Arrivals, context: RequestContext): Promise<TakenIn> => {
    const limit = await monthlyEventsOf(context.scope.tenantId);
    const month = at.toISOString().slice(0, 7);
    const quota = limit === null ? null : { key: keyOf(context.scope, month), limit, endsAt: endOfMonth(at) };
    const giveBack = async (amount: number): Promise<void> => {
      if (quota !== null && amount > 0) await ledger.giveBack(quota, amount);
    };
    if (claims.length === 0 && (quota === null || unnamed === 0)) return { held: [], giveBack };
    const entry = await enter({ claims, unnamed, quota }, month, context);
    if (entry.outcome === 'taken') return { held: entry.held, giveBack };
    if (entry.outcome === 'unfilled' || quota === null) throw unavailable('The count of events');
    onUsedUp();
    throw usedUp(quota, entry.left, at);
  };
}

const keyOf = ({ tenantId, environment }: TenantScope, month: string): string => `${environment}:${tenantId}:${month}`;

const endOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));

const usedUp = ({ limit, endsAt }: MonthlyQuota, left: number, at: Date): Error =>
  rateLimited(
    `The plan takes ${String(limit)} events a month, of which ${String(left)} are left`,
    endsAt.getTime() - at.getTime(),
  );
