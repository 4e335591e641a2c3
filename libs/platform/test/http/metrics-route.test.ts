import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Exchange, TextResponse } from '../../src/http/http-route.ts';
import { metricsRoute } from '../../src/http/operational-routes.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';

describe('The metrics', () => {
  const open = () => {
    const counts = { now: 0, reads: 0 };
    const metrics = createMetrics({ service: 'test' });
    const read = () => [{ labels: {}, value: (counts.reads += 1) }];
    metrics.gauge({ name: 'strata_test_reads', help: 'Reads.', labels: [], read });
    const { handle } = metricsRoute(metrics, () => counts.now);
    const scrape = async (accepted: readonly string[] = []): Promise<TextResponse> => {
      const exchange = { accepts: (encoding: string) => accepted.includes(encoding) } as Exchange;
      return (await handle(exchange)) as TextResponse;
    };
    return { counts, scrape };
  };

  it('are built at most once a second, however many ask', async () => {
    const { counts, scrape } = open();
    const all = await Promise.all(Array.from({ length: 100 }, () => scrape()));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    counts.now = 999;
    expect((await scrape()).text).toContain('strata_test_reads{service="test"} 1');
    counts.now = 1_000;
    expect((await scrape()).text).toContain('strata_test_reads{service="test"} 2');
    expect(counts.reads).toBe(2);
  });

  it('are compressed for a client that accepts it', async () => {
    const { scrape } = open();
    const { text: plain, headers } = await scrape(['br']);
    expect(headers).toEqual({ Vary: 'Accept-Encoding' });
    const zipped = await scrape(['gzip', 'br']);
    expect(zipped.headers).toEqual({ Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' });
    expect(gunzipSync(zipped.text).toString()).toBe(plain);
  });

  it('let other work run while they are built', async () => {
    const metrics = createMetrics({ service: 'test' });
    for (let index = 0; index < 50; index += 1)
      metrics.counter({ name: `strata_test_${String(index)}_total`, help: 'Count.', labels: [] }).add({});
    const progress = { turns: 0, isOver: false };
    const countTurns = async (): Promise<void> => {
      for (; !progress.isOver; progress.turns += 1) await setImmediate();
    };
    const counting = countTurns();
    expect(await metrics.render()).toContain('strata_test_49_total{service="test"} 1');
    progress.isOver = true;
    await counting;
    expect(progress.turns).toBeGreaterThanOrEqual(50);
  });
});
