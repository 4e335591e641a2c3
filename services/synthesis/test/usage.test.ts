import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { startRig, type Rig } from './rig.ts';

const scope = { tenantId: 'counted', environment: 'live' } as const;

describeOnDatabase('usage', (backend) => {
  let rig: Rig;
  let now = new Date('2026-12-31T23:59:59.999Z');
  beforeAll(async () => {
    rig = await startRig(backend, {}, { now: () => now });
  });
  afterAll(() => rig.close());

  test('syntheses are counted by partition, and by the day of their answer in UTC', async () => {
    await Promise.all(Array.from({ length: 5 }, () => rig.ask(scope, { query: 'anything' })));
    await rig.ask({ ...scope, environment: 'test' }, {});
    expect(await rig.usage(scope, '2026-12-31')).toBe(5);
    now = new Date('2027-01-01T00:00:00.000Z');
    await rig.ask(scope, {});
    expect(await rig.usage(scope, '2026-12-31')).toBe(5);
    expect(await rig.usage(scope, '2027-01-01')).toBe(1);
    expect(await rig.usage({ ...scope, environment: 'test' }, '2026-12-31')).toBe(1);
    expect(await rig.usage({ ...scope, tenantId: 'nobody' }, '2026-12-31')).toBe(0);
  });

  test('every synthesis that was answered is counted already, whoever answered it and whoever reads', async () => {
    const many: TenantScope = { tenantId: 'many', environment: 'live' };
    const second = await startRig(backend, {}, { now: () => now }, rig.database);
    const day = now.toISOString().slice(0, 10);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? rig : second).ask(many, { query: 'anything' })),
    );
    expect([await rig.usage(many, day), await second.usage(many, day)]).toEqual([60, 60]);
    await second.close();
    const [row] = await rig.sql<{ sum: string }>(
      "select sum(syntheses) from synthesis.synthesis_counts where tenant_id = 'many'",
    );
    expect(row?.sum).toBe('60');
  });

  test('a synthesis that failed is not counted', async () => {
    const failing: TenantScope = { tenantId: 'failing', environment: 'live' };
    await rig.ask(failing, { query: 'anything' });
    await rig.sql('alter table synthesis.populations rename to populations_away');
    await expect(rig.ask(failing, { query: 'anything' })).rejects.toThrow();
    await rig.sql('alter table synthesis.populations_away rename to populations');
    expect(await rig.usage(failing, now.toISOString().slice(0, 10))).toBe(1);
  });

  test('what a synthesis took, ranked and packed can be read off the metrics', async () => {
    const exposition = await rig.metrics.render();
    for (const name of ['duration_seconds', 'candidates', 'packed_tokens', 'budget_used_ratio'])
      expect(exposition).toContain(`strata_synthesize_${name}_count`);
    for (const stage of ['candidates', 'rank', 'texts', 'pack'])
      expect(exposition).toContain(`strata_synthesize_stage_duration_seconds_count{stage="${stage}"`);
  });
});
