import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readPackSeries } from '@strata/contracts/calls/synthesis';
import { operationCall } from '@strata/contracts/operation';
import { synthesize } from '@strata/contracts/operations/synthesize';
import type { SeriesBucket } from '@strata/contracts/schemas/usage';
import { systemContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { feedbackRules } from './feedback-rules.ts';
import { memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const scope = { tenantId: 'counted', environment: 'live' } as const;

describeOnDatabase('The usage of synthesize', (backend) => {
  let fixture: SynthesisFixture;
  let now = new Date('2026-12-31T23:59:59.999Z');
  beforeAll(async () => {
    fixture = await startSynthesisFixture(backend, {}, { now: () => now });
  });
  afterAll(() => fixture.close());

  feedbackRules(() => fixture);

  const seriesOf = async (of: TenantScope, bucket: SeriesBucket, since: string) => {
    const { points } = await fixture.bus.call(readPackSeries, { bucket, since }, systemContext(of, 'req_1'));
    return points.map(({ at, packs }) => [at, packs]).sort();
  };

  it('is counted by tenant scope and by the UTC day of the response', async () => {
    await Promise.all(Array.from({ length: 5 }, () => fixture.synthesize(scope, { query: 'anything' })));
    await fixture.synthesize({ ...scope, environment: 'test' }, {});
    expect(await fixture.usage(scope, '2026-12-31')).toBe(5);
    now = new Date('2027-01-01T00:00:00.000Z');
    await fixture.synthesize(scope, {});
    expect(await fixture.usage(scope, '2026-12-31')).toBe(5);
    expect(await fixture.usage(scope, '2027-01-01')).toBe(1);
    expect(await fixture.usage({ ...scope, environment: 'test' }, '2026-12-31')).toBe(1);
    expect(await fixture.usage({ ...scope, tenantId: 'unused' }, '2026-12-31')).toBe(0);
    expect(await seriesOf(scope, 'day', '2026-12-31T00:00:00.000Z')).toEqual([
      ['2026-12-31T00:00:00.000Z', 5],
      ['2027-01-01T00:00:00.000Z', 1],
    ]);
    expect(await seriesOf(scope, 'hour', '2026-12-31T23:00:00.000Z')).toEqual([
      ['2026-12-31T23:00:00.000Z', 5],
      ['2027-01-01T00:00:00.000Z', 1],
    ]);
    expect(await seriesOf(scope, 'hour', '2027-01-01T00:00:00.000Z')).toEqual([['2027-01-01T00:00:00.000Z', 1]]);
  });

  it('has the tokens of its packs, beside what the version before counted without an hour', async () => {
    const told: TenantScope = { tenantId: 'tokens', environment: 'live' };
    await fixture.index(told, [memory('The lighthouse keeper wrote down a storm.')]);
    const ask = () => fixture.synthesize(told, { query: 'lighthouse keeper storm' });
    const packs = [await ask(), await ask()];
    const tokens = packs.reduce((sum, { totalTokens }) => sum + totalTokens, 0);
    expect(tokens).toBeGreaterThan(0);
    await fixture.sql(
      `insert into synthesis.synthesis_counts (tenant_id, environment, day, slot, syntheses) values ('tokens', 'live', '2027-01-01', 3, 7)`,
    );
    const request = { since: '2027-01-01T00:00:00.000Z' };
    const read = (bucket: SeriesBucket) =>
      fixture.bus.call(readPackSeries, { bucket, ...request }, systemContext(told, 'req_1'));
    expect((await read('day')).points).toEqual([{ at: request.since, packs: 9, tokens }]);
    expect((await read('hour')).points).toEqual([{ at: request.since, packs: 2, tokens }]);
  });

  it('includes every synthesis that was returned, by any process, as read by any process', async () => {
    const many: TenantScope = { tenantId: 'many', environment: 'live' };
    const second = await startSynthesisFixture(backend, {}, { now: () => now }, fixture.database);
    const day = now.toISOString().slice(0, 10);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? fixture : second).synthesize(many, { query: 'anything' })),
    );
    expect([await fixture.usage(many, day), await second.usage(many, day)]).toEqual([60, 60]);
    await second.close();
    const [row] = await fixture.sql<{ sum: string }>(
      "select sum(syntheses) from synthesis.synthesis_counts where tenant_id = 'many'",
    );
    expect(row?.sum).toBe('60');
  });

  it('is the number of answers, not that of attempts whose callers stopped waiting', async () => {
    const hasty: TenantScope = { tenantId: 'hasty', environment: 'live' };
    const request = { params: {}, query: {}, body: synthesize.body.parse({ query: 'anything' }) };
    const attempts = Array.from({ length: 80 }, (_, n) =>
      fixture.bus
        .call(operationCall(synthesize), request, systemContext(hasty, 'req_1'), { deadlineMs: 1 + 3 * n })
        .then(
          () => 1,
          () => 0,
        ),
    );
    const answers = (await Promise.all(attempts)).reduce<number>((sum, answer) => sum + answer, 0);
    expect(answers).toBeLessThan(attempts.length);
    await eventually(async () => (await fixture.usage(hasty, now.toISOString().slice(0, 10))) === answers);
    const [packs] = await fixture.sql<{ count: number }>(
      "select count(*)::integer as count from synthesis.packs where tenant_id = 'hasty'",
    );
    expect(packs?.count).toBe(answers);
    const since = new Date(now.getTime() - 3_600_000).toISOString();
    expect((await seriesOf(hasty, 'hour', since)).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(answers);
  });

  it('does not include a failed synthesis', async () => {
    const failing: TenantScope = { tenantId: 'failing', environment: 'live' };
    await fixture.synthesize(failing, { query: 'anything' });
    await fixture.sql('alter table synthesis.populations rename to populations_away');
    await expect(fixture.synthesize(failing, { query: 'anything' })).rejects.toThrow();
    await fixture.sql('alter table synthesis.populations_away rename to populations');
    expect(await fixture.usage(failing, now.toISOString().slice(0, 10))).toBe(1);
  });

  it('is in the metrics: durations by stage and arm, candidates and packed tokens', async () => {
    const exposition = await fixture.metrics.render();
    for (const name of ['duration_seconds', 'candidates', 'packed_tokens', 'budget_used_ratio'])
      expect(exposition).toContain(`strata_synthesize_${name}_count`);
    expect(exposition).toContain('strata_synthesize_arm_duration_seconds_count{arm="terms"');
    for (const stage of ['candidates', 'rank', 'texts', 'pack'])
      expect(exposition).toContain(`strata_synthesize_stage_duration_seconds_count{stage="${stage}"`);
  });
});
