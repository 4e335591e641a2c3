import { describe, expect, it } from '@jest/globals';
import { unavailable } from '@strata/kernel/errors';
import { eventually } from '@strata/testkit/eventually';
import type { Plan, TenantPlan } from '../limits/plan.ts';
import { cachePlans } from './cached-plans.ts';

const none = { requestsPerMinutePerKey: null, requestsPerMinutePerTenant: null, burst: null, monthlyEvents: null };
const named = (id: string): TenantPlan => {
  const plan: Plan = { id, isCustom: true, ...none };
  return { plan, requestsPerMinute: null, burst: null };
};
const NEVER_STALE = 1e9;
const AFTER_A_MILLISECOND = 1;

describe('Cached plans', () => {
  it('are read once for concurrent callers, and not again while they are fresh', async () => {
    const read: string[] = [];
    const planOf = cachePlans(async (tenantId) => (read.push(tenantId), named(tenantId)), { freshMs: NEVER_STALE });
    await Promise.all(Array.from({ length: 20 }, () => planOf('a')));
    expect((await planOf('a'))?.plan.id).toBe('a');
    expect((await planOf('b'))?.plan.id).toBe('b');
    expect(read).toEqual(['a', 'b']);
  });

  it('follow a change', async () => {
    let now = 'free';
    const planOf = cachePlans(async () => named(now), { freshMs: AFTER_A_MILLISECOND });
    expect((await planOf('a'))?.plan.id).toBe('free');
    now = 'pro';
    await eventually(async () => (await planOf('a'))?.plan.id === 'pro');
  });

  it('apply while the database is away, and are read again when it is back', async () => {
    let read = async (): Promise<TenantPlan> => named('free');
    const planOf = cachePlans(() => read(), { freshMs: AFTER_A_MILLISECOND });
    await planOf('a');
    let failures = 0;
    read = async () => {
      failures += 1;
      throw unavailable('The database');
    };
    await eventually(async () => {
      expect((await planOf('a'))?.plan.id).toBe('free');
      return failures > 1;
    });
    read = async () => named('pro');
    await eventually(async () => (await planOf('a'))?.plan.id === 'pro');
  });

  it('apply while the database hangs', async () => {
    let read = async (): Promise<TenantPlan> => named('free');
    const planOf = cachePlans(() => read(), { freshMs: AFTER_A_MILLISECOND });
    await planOf('a');
    let wasRead = false;
    read = () => {
      wasRead = true;
      return new Promise(() => undefined);
    };
    await eventually(async () => (await planOf('a'))?.plan.id === 'free' && wasRead);
  });

  it('expire during an outage', async () => {
    let read = async (): Promise<TenantPlan> => named('free');
    const planOf = cachePlans(() => read(), { freshMs: AFTER_A_MILLISECOND, keptMs: AFTER_A_MILLISECOND });
    await planOf('a');
    read = async () => {
      throw unavailable('The database');
    };
    await eventually(() =>
      planOf('a').then(
        () => false,
        (error: unknown) => (error as Error).message.includes('unavailable'),
      ),
    );
  });

  it('are read again at once after an error', async () => {
    let isAway = true;
    const planOf = cachePlans(
      async () => {
        if (isAway) throw unavailable('The database');
        return named('free');
      },
      { freshMs: NEVER_STALE },
    );
    await expect(planOf('a')).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;
    expect((await planOf('a'))?.plan.id).toBe('free');
  });
});
