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
const FOR_EVER = 1e9;
const AT_ONCE = 1;

describe('Plans that are read from a cache', () => {
  it('are read once for many who ask at the same time, and not again while they are fresh', async () => {
    const asked: string[] = [];
    const planOf = cachePlans(async (tenantId) => (asked.push(tenantId), named(tenantId)), { freshMs: FOR_EVER });
    await Promise.all(Array.from({ length: 20 }, () => planOf('a')));
    expect((await planOf('a'))?.plan.id).toBe('a');
    expect((await planOf('b'))?.plan.id).toBe('b');
    expect(asked).toEqual(['a', 'b']);
  });

  it('follow a change', async () => {
    let now = 'free';
    const planOf = cachePlans(async () => named(now), { freshMs: AT_ONCE });
    expect((await planOf('a'))?.plan.id).toBe('free');
    now = 'pro';
    await eventually(async () => (await planOf('a'))?.plan.id === 'pro');
  });

  it('hold while the database is away, and follow it when it is back', async () => {
    let read = async (): Promise<TenantPlan> => named('free');
    const planOf = cachePlans(() => read(), { freshMs: AT_ONCE });
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

  it('hold while the database hangs', async () => {
    let read = async (): Promise<TenantPlan> => named('free');
    const planOf = cachePlans(() => read(), { freshMs: AT_ONCE });
    await planOf('a');
    let asked = false;
    read = () => {
      asked = true;
      return new Promise(() => undefined);
    };
    await eventually(async () => (await planOf('a'))?.plan.id === 'free' && asked);
  });

  it('do not hold for ever', async () => {
    let read = async (): Promise<TenantPlan> => named('free');
    const planOf = cachePlans(() => read(), { freshMs: AT_ONCE, keptMs: AT_ONCE });
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

  it('are asked for again after an error, at once', async () => {
    let isAway = true;
    const planOf = cachePlans(
      async () => {
        if (isAway) throw unavailable('The database');
        return named('free');
      },
      { freshMs: FOR_EVER },
    );
    await expect(planOf('a')).rejects.toMatchObject({ code: 'unavailable' });
    isAway = false;
    expect((await planOf('a'))?.plan.id).toBe('free');
  });
});
