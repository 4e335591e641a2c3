import { expect, test } from '@jest/globals';
import { systemContext } from '@strata/kernel/actor';
import { getUsageMetricsHandler } from './get-usage-metrics.ts';

const context = systemContext({ tenantId: 'ten_1', environment: 'test' }, 'req_1');

const requestsPerMinute = { limit: 600, perKey: 1_000, burst: 100 };
const requests = { ...requestsPerMinute, used: 6 };

test.each([
  ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-31', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01', '2027-01-01', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', '2028-02', '2028-02-29', '2028-03-01T00:00:00.000Z'],
])('at %s every figure is for the month %s and the day %s, and the quota begins anew at %s', async (...of) => {
  const [now, month, day, resetsAt] = of;
  const periods: string[] = [];
  const record = <T>(period: string, figures: T): Promise<T> => {
    periods.push(period);
    return Promise.resolve(figures);
  };
  const usage = await getUsageMetricsHandler({
    clock: { now: () => new Date(now) },
    limitsOf: () => Promise.resolve({ plan: 'pro', monthlyEvents: 25_000, requests }),
    readEventUsage: (of) => record(of, { total: 7, month: 3, isWhole: true }),
    readLearnUsage: (of) => record(of, { memories: 5, artifacts: 2, compilations: 3, automaticCompilations: 2 }),
    readSynthesisUsage: (of) => record(of, { syntheses: 4 }),
  })(undefined, context);
  expect(periods).toEqual([month, day, day]);
  expect(usage).toEqual({
    plan: 'pro',
    period: { month, day },
    usage: {
      eventsThisMonth: 3,
      synthesesToday: 4,
      compilationsToday: 3,
      automaticCompilationsToday: 2,
      requestsThisMinute: 6,
    },
    totals: { events: 7, memories: 5, artifacts: 2 },
    limits: {
      monthlyEvents: { limit: 25_000, used: 3, resetsAt },
      requestsPerMinute,
    },
  });
});

test('what is left of the quota is not told to a caller from whom events can be hidden', async () => {
  const { limits } = await getUsageMetricsHandler({
    clock: { now: () => new Date('2026-05-08T10:00:00.000Z') },
    limitsOf: () => Promise.resolve({ plan: 'pro', monthlyEvents: 25_000, requests }),
    readEventUsage: () => Promise.resolve({ total: 7, month: 3, isWhole: false }),
    readLearnUsage: () => Promise.resolve({ memories: 5, artifacts: 2, compilations: 3, automaticCompilations: 2 }),
    readSynthesisUsage: () => Promise.resolve({ syntheses: 4 }),
  })(undefined, context);
  expect(limits.monthlyEvents.used).toBeNull();
});
