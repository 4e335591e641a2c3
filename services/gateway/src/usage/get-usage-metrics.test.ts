import { expect, test } from '@jest/globals';
import { systemContext } from '@strata/kernel/actor';
import { getUsageMetricsHandler } from './get-usage-metrics.ts';

const context = systemContext({ tenantId: 'ten_1', environment: 'test' }, 'req_1');

test.each([
  ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-31'],
  ['2027-01-01T00:00:00.000Z', '2027-01', '2027-01-01'],
  ['2028-02-29T23:59:59.999Z', '2028-02', '2028-02-29'],
])('at %s every figure is for the month %s and the day %s', async (now, month, day) => {
  const periods: string[] = [];
  const record = <T>(period: string, figures: T): Promise<T> => {
    periods.push(period);
    return Promise.resolve(figures);
  };
  const usage = await getUsageMetricsHandler({
    clock: { now: () => new Date(now) },
    readPlan: () => Promise.resolve('pro'),
    readEventUsage: (of) => record(of, { total: 7, month: 3 }),
    readLearnUsage: (of) => record(of, { memories: 5, artifacts: 2, compilations: 3, automaticCompilations: 2 }),
    readSynthesisUsage: (of) => record(of, { syntheses: 4 }),
    requestsThisMinute: () => Promise.resolve(6),
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
  });
});
