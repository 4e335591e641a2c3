import { describe, expect, it } from '@jest/globals';
import type { Environment } from '@strata/kernel/tenant-scope';
import { createCallerLimits } from './limit-callers.ts';
import type { TenantPlan } from './plan.ts';
import type { OpenWindowCounter } from './window-counter.ts';

const NO_BURST = 0;

function limitsOf(rates: { key: number; tenant: number }) {
  const counts = new Map<string, number>();
  const hits: string[] = [];
  const openCounter: OpenWindowCounter = (name) => {
    const windowOf = (key: string) => ({ count: counts.get(`${name} ${key}`) ?? 0, resetMs: 60_000 });
    return {
      add: async (key, amount = 1) => {
        counts.set(`${name} ${key}`, windowOf(key).count + amount);
        return windowOf(key);
      },
      read: async (key) => windowOf(key),
      forget: async () => undefined,
    };
  };
  const plan: TenantPlan = {
    plan: {
      id: 'own',
      isCustom: false,
      burst: NO_BURST,
      monthlyEvents: null,
      requestsPerMinutePerKey: rates.key,
      requestsPerMinutePerTenant: rates.tenant,
    },
    requestsPerMinute: null,
    burst: null,
  };
  const limits = createCallerLimits({
    openCounter,
    defaultRate: 1,
    clock: { now: () => new Date() },
    planOf: async (tenantId) => (tenantId === 'nobody' ? undefined : plan),
    onHit: (limit) => hits.push(limit),
  });
  const ask = async (id: string, times: number, environment: Environment = 'live') => {
    let passed = 0;
    for (let time = 0; time < times; time += 1) {
      const caller = { scope: { tenantId: 'ten_1', environment }, actor: { id }, ownRate: null };
      if ((await limits.admit(caller)).rejection === undefined) passed += 1;
    }
    return passed;
  };
  const closeTenantWindows = (): void => {
    for (const key of counts.keys()) if (key.startsWith('requests-tenant')) counts.delete(key);
  };
  return { limits, hits, ask, closeTenantWindows };
}

describe('Callers', () => {
  it('are refused by the limit of their key, and each key has one', async () => {
    const { ask, hits } = limitsOf({ key: 3, tenant: 100 });
    expect([await ask('a', 5), await ask('b', 5)]).toEqual([3, 3]);
    expect(hits).toEqual(['key', 'key', 'key', 'key']);
  });

  it('are refused by the limit of their tenant, whichever key they have', async () => {
    const { ask, hits } = limitsOf({ key: 3, tenant: 4 });
    expect([await ask('a', 3), await ask('b', 3)]).toEqual([3, 1]);
    expect(hits).toEqual(['tenant', 'tenant']);
  });

  it("do not use up the tenant's allowance with requests that their key refuses", async () => {
    const { ask } = limitsOf({ key: 3, tenant: 6 });
    expect([await ask('a', 1000), await ask('b', 3)]).toEqual([3, 3]);
  });

  it("are not charged for what their tenant's other keys have used up", async () => {
    const { ask, closeTenantWindows } = limitsOf({ key: 3, tenant: 3 });
    await ask('a', 3);
    expect(await ask('b', 50)).toBe(0);
    closeTenantWindows();
    expect(await ask('b', 50)).toBe(3);
  });

  it('have limits of their own in each environment', async () => {
    const { ask } = limitsOf({ key: 3, tenant: 3 });
    expect([await ask('a', 5, 'live'), await ask('a', 5, 'test')]).toEqual([3, 3]);
  });

  it('count what the tenant has asked in the window, by environment', async () => {
    const { limits, ask } = limitsOf({ key: 10, tenant: 10 });
    await ask('a', 2);
    await ask('b', 3);
    await ask('c', 1, 'test');
    expect(await limits.requestsThisMinute({ tenantId: 'ten_1', environment: 'live' })).toBe(5);
    expect(await limits.requestsThisMinute({ tenantId: 'ten_1', environment: 'test' })).toBe(1);
    expect(await limits.requestsThisMinute({ tenantId: 'ten_2', environment: 'live' })).toBe(0);
  });

  it('of a tenant that does not exist are unauthorized', async () => {
    const scope = { tenantId: 'nobody', environment: 'live' } as const;
    const { limits } = limitsOf({ key: 1, tenant: 1 });
    await expect(limits.admit({ scope, actor: { id: 'a' }, ownRate: null })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});
