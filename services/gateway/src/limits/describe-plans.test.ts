import { expect, it } from '@jest/globals';
import { describePlans, describeTenantPlan } from './describe-plans.ts';
import type { Plan } from './plan.ts';

const pro: Plan = {
  id: 'pro',
  isCustom: false,
  monthlyEvents: 25_000,
  requestsPerMinutePerKey: 1000,
  requestsPerMinutePerTenant: 600,
  burst: 100,
};
const unset = { requestsPerMinutePerKey: null, requestsPerMinutePerTenant: null, burst: null, monthlyEvents: null };
const team: Plan = { id: 'team', isCustom: true, ...unset };

it('plans are described as a table without empty cells', () => {
  expect(describePlans([pro, team, { ...team, id: 'all', isCustom: false }]).split('\n')).toEqual([
    'plan  requests/min per key  per tenant      burst  events/month',
    'pro                  1,000         600        100        25,000',
    'team                custom      custom     custom     unlimited',
    'all              unlimited   unlimited  unlimited     unlimited',
  ]);
});

it.each([
  [{ plan: pro, requestsPerMinute: 5, burst: 5 }, 'ten_1: plan pro'],
  [
    { plan: team, requestsPerMinute: null, burst: null },
    "ten_1: plan team, the deployment's rate, burst a sixth of it",
  ],
  [{ plan: team, requestsPerMinute: 1200, burst: 0 }, 'ten_1: plan team, 1,200 requests a minute, burst 0'],
])("a tenant's plan is described in a sentence: %#", (plan, sentence) => {
  expect(describeTenantPlan('ten_1', plan)).toBe(sentence);
});
