import { describe, expect, it } from '@jest/globals';
import type { Environment } from '@strata/kernel/tenant-scope';
import { createCallerLimits } from './limit-callers.ts';
import { UNLIMITED, type TenantPlan } from './plan.ts';
import type { OpenWindowPair } from './window-pair.ts';

const NO_BURST = 0;

function limitsOf(rates: { key: number; tenant: number }) {
  const counts = new Map<string, number>();
  const hits: string[] = [];
  const windowOf = (key: string) => ({ count: counts.get(key) ?? 0, resetMs: 60_000 });
  const openPair: OpenWindowPair = () => ({
    count: async (inner, outer) => {
      const [ofInner, ofOuter] = [windowOf(inner.key), windowOf(outer.key)];
      if (ofInner.count >= inner.most) return { inner: { ...ofInner, count: inner.most + 1 }, outer: ofOuter };
      if (ofOuter.count >= outer.most) return { inner: ofInner, outer: { ...ofOuter, count: outer.most + 1 } };
      for (const { key } of [inner, outer]) counts.set(key, windowOf(key).count + 1);
      return { inner: windowOf(inner.key), outer: windowOf(outer.key) };
    },
    readOuter: async (key) => windowOf(key),
  });
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
    openPair,
    defaultRate: 1,
    clock: { now: () => new Date() },
    planOf: async (tenantId) => (tenantId === 'unknown' ? undefined : plan),
    onHit: (limit) => hits.push(limit),
  });
  const send = async (id: string, times: number, environment: Environment = 'live') => {
    let admitted = 0;
    for (let time = 0; time < times; time += 1) {
      const caller = { scope: { tenantId: 'ten_1', environment }, actor: { id }, ownRate: null };
      if ((await limits.admit(caller)).rejection === undefined) admitted += 1;
    }
    return admitted;
  };
  const closeTenantWindows = (): void => {
    for (const key of counts.keys()) if (key.endsWith(':ten_1')) counts.delete(key);
  };
  return { limits, hits, send, closeTenantWindows };
}

describe('Authenticated callers', () => {
  it('are rejected by the limit of their key; each key has its own', async () => {
    const { send, hits } = limitsOf({ key: 3, tenant: 100 });
    expect([await send('a', 5), await send('b', 5)]).toEqual([3, 3]);
    expect(hits).toEqual(['key', 'key', 'key', 'key']);
  });

  it('are rejected by the limit of their tenant, with any key', async () => {
    const { send, hits } = limitsOf({ key: 3, tenant: 4 });
    expect([await send('a', 3), await send('b', 3)]).toEqual([3, 1]);
    expect(hits).toEqual(['tenant', 'tenant']);
  });

  it("do not use up the tenant's limit with requests that the limit of their key rejects", async () => {
    const { send } = limitsOf({ key: 3, tenant: 6 });
    expect([await send('a', 1000), await send('b', 3)]).toEqual([3, 3]);
  });

  it("do not use up their key's limit with requests that the tenant's limit rejects", async () => {
    const { send, closeTenantWindows } = limitsOf({ key: 3, tenant: 3 });
    await send('a', 3);
    expect(await send('b', 50)).toBe(0);
    closeTenantWindows();
    expect(await send('b', 50)).toBe(3);
  });

  it('have separate limits in each environment', async () => {
    const { send } = limitsOf({ key: 3, tenant: 3 });
    expect([await send('a', 5, 'live'), await send('a', 5, 'test')]).toEqual([3, 3]);
  });

  it('are counted per tenant and environment in the open window', async () => {
    const { limits, send } = limitsOf({ key: 10, tenant: 10 });
    await send('a', 2);
    await send('b', 3);
    await send('c', 1, 'test');
    const usedIn = async (tenantId: string, environment: Environment) =>
      (await limits.limitsOf({ tenantId, environment })).requests.used;
    expect(await usedIn('ten_1', 'live')).toBe(5);
    expect(await usedIn('ten_1', 'test')).toBe(1);
    expect(await usedIn('ten_2', 'live')).toBe(0);
  });

  it('can read what their plan allows; what is unlimited is null', async () => {
    const { limits } = limitsOf({ key: 10, tenant: UNLIMITED });
    expect(await limits.limitsOf({ tenantId: 'ten_1', environment: 'live' })).toEqual({
      plan: 'own',
      monthlyEvents: null,
      requests: { limit: null, perKey: 10, burst: NO_BURST, used: 0 },
    });
  });

  it('of a tenant that does not exist are unauthorized', async () => {
    const scope = { tenantId: 'unknown', environment: 'live' } as const;
    const { limits } = limitsOf({ key: 1, tenant: 1 });
    await expect(limits.admit({ scope, actor: { id: 'a' }, ownRate: null })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});
