import { expect, test } from '@jest/globals';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import type { ApiClient } from '../fixtures/api-client.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const eventOf = (content: string, idempotencyKey?: string): Record<string, unknown> => ({
  type: 'message',
  sessionId: 'usage',
  payload: { role: 'Maya', content: `The lighthouse keeper wrote down ${content}.` },
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});
const keyed = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, n) => eventOf(`ship ${String(n)}`, `ship-${String(n)}`));
const many = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

/** Usage counts under concurrent and repeated requests. */
export function usageRules(base: () => string): void {
  const usageOf = async (api: ApiClient) => {
    const { usage, totals } = await api.call(getUsageMetrics);
    const { eventsThisMonth, synthesesToday, compilationsToday } = usage;
    return { eventsThisMonth, synthesesToday, compilationsToday, totals };
  };

  test('counts an event once, even if several clients send it repeatedly', async () => {
    const { api, testApi } = await newTenant(base());
    await Promise.all([
      many(30, (n) => api.call(captureEvent, { body: eventOf(`storm ${String(n)}`) })),
      // The same ten events three times each, singly and in overlapping batches.
      many(30, (n) => api.call(captureEvent, { body: keyed(10)[n % 10] })),
      many(4, () => api.call(captureBatch, { body: { events: [...keyed(40), ...keyed(5)] } })),
      many(3, () => api.post('/v1/capture', { ...eventOf('nothing', 'ship-3'), type: 'unknown' })),
      many(2, () => testApi.call(captureBatch, { body: { events: keyed(7) } })),
    ]);
    // A learn job queues behind the events, so all of them are stored when it completes.
    await Promise.all([api.learn(), testApi.learn()]);
    expect(await usageOf(api)).toMatchObject({ eventsThisMonth: 70, totals: { events: 70, memories: 70 } });
    expect(await usageOf(testApi)).toMatchObject({ eventsThisMonth: 7, totals: { events: 7, memories: 7 } });
    await many(2, () => api.call(captureBatch, { body: { events: keyed(40) } }));
    await api.learn();
    expect(await usageOf(api)).toMatchObject({ eventsThisMonth: 70, totals: { events: 70, memories: 70 } });
  });

  test('counts every synthesis immediately, and no rejected request', async () => {
    const { api, testApi } = await newTenant(base());
    const counts = await many(20, async (n) => {
      await api.call(synthesize, { body: { query: `storm ${String(n)}` } });
      return (await usageOf(api)).synthesesToday;
    });
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await many(5, () => api.post('/v1/synthesize', { maxTokens: 0 }));
    await testApi.call(synthesize, { body: {} });
    expect([(await usageOf(api)).synthesesToday, (await usageOf(testApi)).synthesesToday]).toEqual([20, 1]);
  });

  test('counts every learn job once', async () => {
    const { api, testApi } = await newTenant(base());
    await api.call(captureEvent, { body: eventOf('a calm night') });
    await many(6, () => api.learn());
    expect([(await usageOf(api)).compilationsToday, (await usageOf(testApi)).compilationsToday]).toEqual([6, 0]);
  });
}
