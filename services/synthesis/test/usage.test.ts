import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { startRig, type Rig } from './rig.ts';

const scope = { tenantId: 'counted', environment: 'live' } as const;

describeOnDatabases('usage', (backend) => {
  let rig: Rig;
  let now = new Date('2024-06-30T23:59:00Z');
  beforeAll(async () => {
    rig = await startRig(backend, {}, { now: () => now });
  });
  afterAll(() => rig.close());

  test('syntheses are counted by partition and day, up to the moment of reading', async () => {
    await Promise.all(Array.from({ length: 5 }, () => rig.ask(scope, { query: 'anything' })));
    await rig.ask({ ...scope, environment: 'test' }, {});
    expect(await rig.usage(scope, '2024-06-30')).toBe(5);
    now = new Date('2024-07-01T00:00:01Z');
    await rig.ask(scope, {});
    expect(await rig.usage(scope, '2024-06-30')).toBe(5);
    expect(await rig.usage(scope, '2024-07-01')).toBe(1);
    expect(await rig.usage({ ...scope, environment: 'test' }, '2024-06-30')).toBe(1);
    expect(await rig.usage({ ...scope, tenantId: 'nobody' }, '2024-06-30')).toBe(0);
  });

  test('what a synthesis took, ranked and packed can be read off the metrics', async () => {
    const exposition = await rig.metrics.render();
    for (const name of ['strata_synthesize_seconds', 'strata_synthesize_candidates', 'strata_synthesize_packed_tokens'])
      expect(exposition).toContain(`${name}_count`);
  });
});
