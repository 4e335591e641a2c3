import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { artifact, memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const tenant = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });

describeOnDatabase('The statistics of the index', (backend) => {
  let fixture: SynthesisFixture;
  beforeAll(async () => {
    fixture = await startSynthesisFixture(backend);
  });
  afterAll(() => fixture.close());

  const frequencies = async ({ tenantId }: TenantScope): Promise<Record<string, [number, number]>> => {
    const rows = await fixture.sql<{ key: string; documents: number; reached: number }>(
      `select agent_id || '/' || term as key, documents, reached from synthesis.document_frequencies
       where tenant_id = $1 and term not like 'kind=%'`,
      [tenantId],
    );
    return Object.fromEntries(rows.map(({ key, documents, reached }) => [key, [documents, reached]]));
  };
  const populations = ({ tenantId }: TenantScope) =>
    fixture.sql(
      `select agent_id as agent, memories::int, memory_terms::int as "memoryTerms", artifacts::int from synthesis.populations
       where tenant_id = $1 order by 1`,
      [tenantId],
    );

  it('count each entry once per word, by agent, with speakers and tags beside', async () => {
    const scope = tenant('count');
    await fixture.index(scope, [
      memory('rain rain snow', { agentId: 'one', speaker: 'Snow', tags: ['weather'] }),
      memory('rain', { agentId: 'two' }),
      memory('rain'),
    ]);
    expect(await frequencies(scope)).toEqual({
      'one/rain': [1, 1],
      'one/snow': [1, 1],
      'one/tag=weather': [0, 1],
      'two/rain': [1, 1],
      '/rain': [1, 1],
    });
    expect(await populations(scope)).toEqual([
      { agent: '', memories: 1, memoryTerms: 1, artifacts: 0 },
      { agent: 'one', memories: 1, memoryTerms: 3, artifacts: 0 },
      { agent: 'two', memories: 1, memoryTerms: 1, artifacts: 0 },
    ]);
  });

  it('do not change when the same entries are indexed again', async () => {
    const scope = tenant('again');
    const entries = [memory('hail and thunder', { agentId: 'one' }), artifact('Shelter from hail')];
    expect(await fixture.index(scope, entries)).toBe(2);
    const before = await frequencies(scope);
    expect(await fixture.index(scope, entries)).toBe(0);
    expect(await frequencies(scope)).toEqual(before);
  });

  it('replace the counts of an older revision, with its agent and tags', async () => {
    const scope = tenant('newer');
    const first = memory('fog over fields', { agentId: 'one', tags: ['old'] });
    await fixture.index(scope, [first, memory('fog', { agentId: 'one' })]);
    await fixture.index(scope, [{ ...first, revision: 2, body: 'sun over fields', agentId: 'two', tags: ['new'] }]);
    expect(await frequencies(scope)).toEqual({
      'one/fog': [1, 1],
      'two/sun': [1, 1],
      'two/field': [1, 1],
      'two/tag=new': [0, 1],
    });
    expect(await populations(scope)).toMatchObject([
      { agent: 'one', memories: 1, memoryTerms: 1 },
      { agent: 'two', memories: 1, memoryTerms: 2 },
    ]);
  });

  it('ignore an older revision that arrives late or in the same batch', async () => {
    const scope = tenant('older');
    const newer = memory('clear sky', { revision: 5 });
    expect(await fixture.index(scope, [{ ...newer, revision: 4, body: 'cloudy' }, newer])).toBe(1);
    expect(await fixture.index(scope, [{ ...newer, revision: 3, body: 'cloudy' }])).toBe(0);
    expect(await frequencies(scope)).toEqual({ '/clear': [1, 1], '/sky': [1, 1] });
  });

  it('do not count removed entries, nor their revisions that arrive late', async () => {
    const scope = tenant('removed');
    const entries = [memory('storm warning', { revision: 2 }), artifact('Storm drill')];
    const ids = entries.map(({ id }) => id);
    await fixture.index(scope, entries);
    expect(await fixture.remove(scope, [...ids, 'mem_unknown'])).toBe(2);
    expect(await frequencies(scope)).toEqual({});
    expect(await populations(scope)).toMatchObject([{ memories: 0, memoryTerms: 0, artifacts: 0 }]);
    expect(await fixture.index(scope, entries)).toBe(0);
    expect(await fixture.remove(scope, ids)).toBe(0);
    const revived = entries.map((entry) => ({ ...entry, revision: 3 }));
    expect(await fixture.index(scope, revived)).toBe(2);
    expect((await fixture.synthesize(scope, { query: 'storm' })).sections).toHaveLength(2);
  });

  it('do not count what was read before a removal and arrives after it', async () => {
    const scope = tenant('overtaken');
    const [known, unknown] = [memory('storm warning', { revision: 2 }), memory('calm sea', { revision: 2 })];
    await fixture.index(scope, [known]);
    expect(await fixture.remove(scope, [known.id, unknown.id], { [known.id]: 4, [unknown.id]: 4 })).toBe(1);
    const read = [known, unknown].map((entry) => ({ ...entry, revision: 3 }));
    expect(await fixture.index(scope, read)).toBe(0);
    expect(await fixture.remove(scope, [known.id])).toBe(0);
    expect(await fixture.index(scope, read)).toBe(0);
    expect(
      await fixture.index(
        scope,
        read.map((entry) => ({ ...entry, revision: 5 })),
      ),
    ).toBe(2);
  });

  it('are exact after concurrent calls on the same entries', async () => {
    const scope = tenant('parallel');
    const bodies = ['red apple', 'green apple', 'red pear', 'yellow plum', 'green plum'];
    const entries = Array.from({ length: 60 }, (_, i) =>
      memory(bodies[i % bodies.length] ?? '', { agentId: `agent-${String(i % 3)}` }),
    );
    const batches = Array.from({ length: 8 }, (_, b) => {
      const turned = [...entries.slice(b * 7), ...entries.slice(0, b * 7)];
      return turned.map((entry) => ({
        ...entry,
        revision: b + 1,
        body: b % 2 === 0 ? entry.body : `${entry.body} pie`,
      }));
    });
    await Promise.all([
      ...batches.map((batch) => fixture.index(scope, batch)),
      ...batches.map((batch) =>
        fixture.remove(
          scope,
          batch.slice(0, 5).map(({ id }) => id),
        ),
      ),
    ]);
    await fixture.index(
      scope,
      entries.map((entry) => ({ ...entry, revision: 100 })),
    );
    expect(
      await fixture.remove(
        scope,
        entries.slice(30).map(({ id }) => id),
      ),
    ).toBe(30);
    const counted = await fixture.sql(
      'select term, sum(documents)::int as n from synthesis.document_frequencies where tenant_id = $1 group by 1 order by 1',
      ['parallel'],
    );
    expect(counted).toEqual([
      { term: 'appl', n: 12 },
      { term: 'green', n: 12 },
      { term: 'pear', n: 6 },
      { term: 'plum', n: 12 },
      { term: 'red', n: 12 },
      { term: 'yellow', n: 6 },
    ]);
  });

  it('count a thousand entries of one call', async () => {
    const scope = tenant('thousand');
    const entries = Array.from({ length: 1000 }, (_, i) => memory(`note number${String(i)} about ships`));
    expect(await fixture.index(scope, entries)).toBe(1000);
    const all = await frequencies(scope);
    expect(all['/ship']).toEqual([1000, 1000]);
    expect(all['/number7']).toEqual([1, 1]);
  });
});
