import { AppError } from '@strata/kernel/errors';
import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantPlan } from '../limits/plan.ts';

type ReadPlan = (tenantId: string) => Promise<TenantPlan | undefined>;

/** Times are of `performance.now()`. */
interface KnownPlan {
  readonly plan: TenantPlan | undefined;
  readonly readAt: number;
  /** When the plan was last read, with or without success. */
  readonly triedAt: number;
}

const MAX_TENANTS = 20_000;
const FRESH_MS = 1_000;
/** How long a plan applies while the database does not respond. */
const KEPT_MS = 5 * 60_000;
/** The longest wait for the database while a known plan can be used instead. */
const PATIENCE_MS = 250;

/**
 * Plans of tenants, each read at most once a second. While the database is away, the last known plan applies for five
 * minutes, so that an outage neither lifts nor tightens limits. Errors: those of the read, which are not cached.
 */
export function cachePlans(read: ReadPlan, { freshMs = FRESH_MS, keptMs = KEPT_MS } = {}): ReadPlan {
  const known = new LRUCache<string, KnownPlan>(entriesUpTo(MAX_TENANTS));
  const reads = new Map<string, Promise<KnownPlan>>();
  const isKept = (last: KnownPlan | undefined): last is KnownPlan =>
    last !== undefined && performance.now() - last.readAt <= keptMs;

  const readAgain = async (tenantId: string, last: KnownPlan | undefined): Promise<KnownPlan> => {
    try {
      const plan = await read(tenantId);
      const now = performance.now();
      return remember(tenantId, { plan, readAt: now, triedAt: now });
    } catch (error) {
      if (!isKept(last) || !(error instanceof AppError) || error.code !== 'unavailable') throw error;
      return remember(tenantId, { ...last, triedAt: performance.now() });
    } finally {
      reads.delete(tenantId);
    }
  };
  const remember = (tenantId: string, plan: KnownPlan): KnownPlan => {
    known.set(tenantId, plan);
    return plan;
  };

  return async function planOf(tenantId) {
    const last = known.get(tenantId);
    if (last !== undefined && performance.now() - last.triedAt < freshMs) return last.plan;
    const reading = reads.get(tenantId) ?? readAgain(tenantId, last);
    reads.set(tenantId, reading);
    if (!isKept(last)) return (await reading).plan;
    const found = await Promise.race([reading, delay(PATIENCE_MS, undefined, { ref: false })]);
    return (found ?? remember(tenantId, { ...last, triedAt: performance.now() })).plan;
  };
}
