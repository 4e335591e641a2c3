import { expect, test } from '@jest/globals';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import type { ApiClient } from '../fixtures/api-client.ts';
import { newTenant, type RunningSystem } from '../fixtures/new-tenant.ts';

const said = (content: string, idempotencyKey?: string): Record<string, unknown> => ({
  type: 'message',
  sessionId: 'usage',
  payload: { role: 'Maya', content: `The lighthouse keeper wrote down ${content}.` },
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});
const keyed = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, n) => said(`ship ${String(n)}`, `ship-${String(n)}`));
const many = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

/** Usage, while much is done at once and much of it twice. */
export function usageRules(system: () => RunningSystem): void {
  const usageOf = async (api: ApiClient) => {
    const { usage, totals } = await api.call(getUsageMetrics);
    const { eventsThisMonth, synthesesToday, compilationsToday } = usage;
    return { eventsThisMonth, synthesesToday, compilationsToday, totals };
  };

  test('counts every event once, however often and by however many at once it is sent', async () => {
    const { api, testApi } = await newTenant(system().base);
    await Promise.all([
      many(30, (n) => api.call(captureEvent, { body: said(`storm ${String(n)}`) })),
      // The same ten events three times each, alone and in batches that overlap.
      many(30, (n) => api.call(captureEvent, { body: keyed(10)[n % 10] })),
      many(4, () => api.call(captureBatch, { body: { events: [...keyed(40), ...keyed(5)] } })),
      many(3, () => api.post('/v1/capture', { ...said('nothing', 'ship-3'), type: 'unknown' })),
      many(2, () => testApi.call(captureBatch, { body: { events: keyed(7) } })),
    ]);
    // A learn job travels behind the events, so all of them are stored when it is done.
    await Promise.all([api.learn(), testApi.learn()]);
    expect(await usageOf(api)).toMatchObject({ eventsThisMonth: 70, totals: { events: 70, memories: 70 } });
    expect(await usageOf(testApi)).toMatchObject({ eventsThisMonth: 7, totals: { events: 7, memories: 7 } });
    await many(2, () => api.call(captureBatch, { body: { events: keyed(40) } }));
    await api.learn();
    expect(await usageOf(api)).toMatchObject({ eventsThisMonth: 70, totals: { events: 70, memories: 70 } });
  });

  test('counts every synthesis that was answered, for whoever reads next, and none that was refused', async () => {
    const { api, testApi } = await newTenant(system().base);
    const counts = await many(25, async (n) => {
      await api.call(synthesize, { body: { query: `storm ${String(n)}` } });
      return (await usageOf(api)).synthesesToday;
    });
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await many(5, () => api.post('/v1/synthesize', { maxTokens: 0 }));
    await testApi.call(synthesize, { body: {} });
    expect([(await usageOf(api)).synthesesToday, (await usageOf(testApi)).synthesesToday]).toEqual([25, 1]);
  });

  test('counts every learn job once', async () => {
    const { api, testApi } = await newTenant(system().base);
    await api.call(captureEvent, { body: said('a calm night') });
    await many(6, () => api.learn());
    expect([(await usageOf(api)).compilationsToday, (await usageOf(testApi)).compilationsToday]).toEqual([6, 0]);
  });
}
