import { describe, expect, it } from '@jest/globals';
import { createMetrics } from './create-metrics.ts';

const jobs = { name: 'strata_test_jobs_total', help: 'Jobs.', labels: ['outcome'] } as const;

describe('The metrics of a process', () => {
  it('are rendered with the service as a label', async () => {
    const metrics = createMetrics({ service: 'learn' });
    metrics.counter(jobs).add({ outcome: 'done' });
    metrics.counter(jobs).add({ outcome: 'done' }, 2);
    await expect(metrics.render()).resolves.toContain('strata_test_jobs_total{outcome="done",service="learn"} 3');
  });

  it('can be shared by several services', async () => {
    const process = createMetrics({ service: 'standalone' });
    const ingest = process.forService('ingest');
    const vault = process.forService('vault');
    for (const [service, value] of [
      [ingest, 1],
      [vault, 2],
    ] as const) {
      service.gauge({
        name: 'strata_test_open',
        help: 'Open.',
        labels: ['state'],
        read: () => [{ labels: { state: 'up' }, value }],
      });
      service.histogram({ name: 'strata_test_seconds', help: 'Time.', labels: [] }).observe({}, value);
    }
    const text = await process.render();
    expect(text).toContain('strata_test_open{state="up",service="ingest"} 1');
    expect(text).toContain('strata_test_open{state="up",service="vault"} 2');
    expect(text).toContain('strata_test_seconds_sum{service="vault"} 2');
    expect(text.match(/# TYPE strata_test_open gauge/g)).toHaveLength(1);
  });

  it('include those of the process itself on request', async () => {
    await expect(createMetrics({ service: 'a', processMetrics: true }).render()).resolves.toContain(
      'process_cpu_seconds_total',
    );
    await expect(createMetrics({ service: 'a' }).render()).resolves.not.toContain('process_cpu_seconds_total');
  });
});
