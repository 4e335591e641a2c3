import { expect, it } from '@jest/globals';
import { systemContext } from '@strata/kernel/actor';
import { createReadUsage } from './read-usage.ts';

const context = systemContext({ tenantId: 'ten_1', environment: 'test' }, 'req_1');

it.each([
  ['2026-12-31T23:59:59.999Z', '2026-12', '2026-12-31'],
  ['2027-01-01T00:00:00.000Z', '2027-01', '2027-01-01'],
  ['2028-02-29T23:59:59.999Z', '2028-02', '2028-02-29'],
])('at %s the month is %s and the day %s, for every figure', async (now, month, day) => {
  const asked: string[] = [];
  const note = <T>(period: string, figures: T): Promise<T> => {
    asked.push(period);
    return Promise.resolve(figures);
  };
  const usage = await createReadUsage({
    clock: { now: () => new Date(now) },
    readPlan: () => Promise.resolve('pro'),
    readEventUsage: (of) => note(of, { total: 7, month: 3 }),
    readLearnUsage: (of) => note(of, { memories: 5, artifacts: 2, compilations: 1 }),
    readSynthesisUsage: (of) => note(of, { syntheses: 4 }),
    requestsThisMinute: () => Promise.resolve(6),
  })(context);
  expect(asked).toEqual([month, day, day]);
  expect(usage).toEqual({
    plan: 'pro',
    period: { month, day },
    usage: { eventsThisMonth: 3, synthesesToday: 4, compilationsToday: 1, requestsThisMinute: 6 },
    totals: { events: 7, memories: 5, artifacts: 2 },
  });
});
