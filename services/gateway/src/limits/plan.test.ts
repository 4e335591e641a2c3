import { describe, expect, it } from '@jest/globals';
import { allowancesOf, UNLIMITED, type Plan, type TenantPlan } from './plan.ts';

const DEFAULT_RATE = 1_000_000;
const pro: Plan = {
  id: 'pro',
  isCustom: false,
  requestsPerMinutePerKey: 1000,
  requestsPerMinutePerTenant: 600,
  burst: 100,
  monthlyEvents: 25_000,
};
const unset = { requestsPerMinutePerKey: null, requestsPerMinutePerTenant: null, burst: null, monthlyEvents: null };
const custom: Plan = { id: 'team', isCustom: true, ...unset };
const tenantOn = (plan: Plan, own: Partial<TenantPlan> = {}): TenantPlan => ({
  plan,
  requestsPerMinute: null,
  burst: null,
  ...own,
});

describe('A plan with fixed rates', () => {
  it('allows what its row says, for a key and for the tenant', () => {
    expect(allowancesOf(tenantOn(pro), null, DEFAULT_RATE)).toEqual({
      key: { rate: 1000, burst: 100 },
      tenant: { rate: 600, burst: 100 },
    });
  });

  it('ignores rates set for a tenant or a key', () => {
    const own = tenantOn(pro, { requestsPerMinute: 5, burst: 1 });
    expect(allowancesOf(own, 7, DEFAULT_RATE)).toEqual(allowancesOf(tenantOn(pro), null, DEFAULT_RATE));
  });

  it('is unlimited where its row has no number', () => {
    const everything = { rate: UNLIMITED, burst: UNLIMITED };
    expect(allowancesOf(tenantOn({ ...pro, ...unset }), null, 1)).toEqual({ key: everything, tenant: everything });
  });
});

describe('A custom plan', () => {
  it("allows the deployment's rate if none is set, and a burst of a sixth", () => {
    const allowed = { rate: 1000, burst: 166 };
    expect(allowancesOf(tenantOn(custom), null, 1000)).toEqual({ key: allowed, tenant: allowed });
  });

  it('allows the rates set for the tenant, also to its keys', () => {
    const allowed = { rate: 90, burst: 3 };
    expect(allowancesOf(tenantOn(custom, { requestsPerMinute: 90, burst: 3 }), null, DEFAULT_RATE)).toEqual({
      key: allowed,
      tenant: allowed,
    });
  });

  it('allows a key the rate set for it, and a burst of a sixth of that', () => {
    expect(allowancesOf(tenantOn(custom, { requestsPerMinute: 600, burst: 300 }), 11, DEFAULT_RATE)).toEqual({
      key: { rate: 11, burst: 1 },
      tenant: { rate: 600, burst: 300 },
    });
  });

  it('can have a burst of zero', () => {
    expect(allowancesOf(tenantOn(custom, { burst: 0 }), null, DEFAULT_RATE).tenant.burst).toBe(0);
  });
});
