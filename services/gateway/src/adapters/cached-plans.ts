import { AppError } from '@strata/kernel/errors';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantPlan } from '../limits/plan.ts';

type ReadPlan = (tenantId: string) => Promise<TenantPlan | undefined>;

/** Times are of `performance.now()`. */
interface KnownPlan {
  readonly plan: TenantPlan | undefined;
  readonly readAt: number;
  /** When the database was last asked, with or without success. */
  readonly askedAt: number;
}

const MAX_TENANTS = 20_000;
const FRESH_MS = 1_000;
/** How long a plan outlives a database that does not answer. */
const KEPT_MS = 5 * 60_000;
/** Whoever knows a plan already does not wait longer than this for the database. */
const PATIENCE_MS = 250;

/**
 * Plans of tenants, read at most once a second each. While the database is away the last known plan holds for five
 * minutes: limits neither close nor open for an outage. Errors: those of the read, which are not remembered.
 */
export function cachePlans(read: ReadPlan, { freshMs = FRESH_MS, keptMs = KEPT_MS } = {}): ReadPlan {
  const known = new LRUCache<string, KnownPlan>({ max: MAX_TENANTS });
  const underWay = new Map<string, Promise<KnownPlan>>();
  const isKept = (last: KnownPlan | undefined): last is KnownPlan =>
    last !== undefined && performance.now() - last.readAt <= keptMs;

  const ask = async (tenantId: string, last: KnownPlan | undefined): Promise<KnownPlan> => {
    try {
      const plan = await read(tenantId);
      const now = performance.now();
      return remember(tenantId, { plan, readAt: now, askedAt: now });
    } catch (error) {
      if (!isKept(last) || !(error instanceof AppError) || error.code !== 'unavailable') throw error;
      return remember(tenantId, { ...last, askedAt: performance.now() });
    } finally {
      underWay.delete(tenantId);
    }
  };
  const remember = (tenantId: string, plan: KnownPlan): KnownPlan => {
    known.set(tenantId, plan);
    return plan;
  };

  return async (tenantId) => {
    const last = known.get(tenantId);
    if (last !== undefined && performance.now() - last.askedAt < freshMs) return last.plan;
    const asked = underWay.get(tenantId) ?? ask(tenantId, last);
    underWay.set(tenantId, asked);
    if (!isKept(last)) return (await asked).plan;
    const found = await Promise.race([asked, delay(PATIENCE_MS, undefined, { ref: false })]);
    return (found ?? remember(tenantId, { ...last, askedAt: performance.now() })).plan;
  };
}
