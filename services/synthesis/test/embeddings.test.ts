import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { eventually } from '@strata/testkit/eventually';
import { createPgNearest } from '../src/adapters/pg-nearest.ts';
import { DIMENSIONS, startEmbeddingServer, type EmbeddingServer } from './embedding-server-fixture.ts';
import { memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

/** So large that the graph is walked. */
const LARGE = 1_000_000;

const tenant = (tenantId: string) => ({ tenantId, environment: 'live' }) as const;

describeOnDatabase('The vector arm', (backend) => {
  let fixture: SynthesisFixture;
  let server: EmbeddingServer;
  beforeAll(async () => {
    server = await startEmbeddingServer();
    fixture = await startSynthesisFixture(backend, server.settings);
  });
  afterEach(() => {
    server.respond('well');
  });
  afterAll(async () => {
    await fixture.close();
    await server.close();
  });

  const nearest = () =>
    createPgNearest({ provider: new URL(server.url).host, model: 'test-model', dimensions: DIMENSIONS });
  const searchOf = (populationSize: number) => ({ vector: [1, 0.3, 0, 0, 0, 0, 0, 0], populationSize, limit: 2 });
  const twoNearest = (tx: Transaction, scope: TenantScope, agentId: string | null, populationSize: number) => {
    const population = { agentId, tags: [], kinds: ['memory'], users: [''] } as const;
    return nearest().entries(tx, scope, population, searchOf(populationSize), () => 'true');
  };

  it('finds entries that mean the same in other words', async () => {
    const wanted = memory('She bought an automobile last spring');
    await fixture.index(tenant('a'), [wanted, memory('The soup was too salty'), memory('He paid in cash')]);
    const pack = await fixture.synthesize(tenant('a'), { query: 'Which car?', explain: true });
    expect(pack.sections[0]?.source).toBe(wanted.id);
    expect(pack.sections[0]?.score?.parts).toMatchObject({ vector: expect.any(Number) });
  });

  it('leaves out entries of other tenants and agents, and without the tags', async () => {
    await fixture.index(tenant('b'), [
      memory('A vehicle for the other agent', { agentId: 'two' }),
      memory('A vehicle without the tag', { agentId: 'one' }),
    ]);
    const wanted = memory('A tagged vehicle', { agentId: 'one', tags: ['garage'] });
    await fixture.index(tenant('b'), [wanted]);
    const pack = await fixture.synthesize(tenant('b'), { query: 'automobile', agentId: 'one', tags: ['garage'] });
    expect(pack.sections.map(({ source }) => source)).toEqual([wanted.id]);
    expect((await fixture.synthesize(tenant('c'), { query: 'automobile' })).sections).toEqual([]);
  });

  it('is left out of a query if the provider does not respond in time, or with no vector', async () => {
    const wanted = memory('The lighthouse keeper retired');
    await fixture.index(tenant('d'), [wanted]);
    for (const how of ['never', 'with garbage'] as const) {
      server.respond(how);
      const pack = await fixture.synthesize(tenant('d'), { query: 'lighthouse' });
      expect(pack.sections.map(({ source }) => source)).toEqual([wanted.id]);
      // A success between failures: after three in a row the arm pauses.
      server.respond('well');
      await fixture.synthesize(tenant('d'), { query: 'lighthouse' });
    }
  });

  it('finds entries that were indexed while the provider failed, once it works again', async () => {
    server.respond('with errors');
    const wanted = memory('The automobile was late');
    expect(await fixture.index(tenant('e'), [wanted])).toBe(1);
    expect((await fixture.synthesize(tenant('e'), { query: 'automobile' })).sections).toHaveLength(1);
    server.respond('well');
    await eventually(async () => (await fixture.synthesize(tenant('e'), { query: 'car' })).sections.length === 1);
  });

  it('finds the other entries of a batch if the provider rejects one text', async () => {
    const wanted = memory('Some funds are left');
    await fixture.index(tenant('f'), [memory('An unspeakable thing'), wanted, memory('Another matter')]);
    const pack = await fixture.synthesize(tenant('f'), { query: 'money' });
    expect(pack.sections[0]?.source).toBe(wanted.id);
  });

  it('finds the same by the graph of a large population as by comparing every vector', async () => {
    const scope = tenant('i');
    const bodies = ['a car', 'a car and a doctor', 'cash', 'a doctor', 'nothing much'];
    const others = bodies.map((body) => memory(body, { agentId: 'other' }));
    await fixture.index(scope, [...bodies.map((body) => memory(body, { agentId: 'one' })), ...others]);
    const database = fixture.openServiceDatabase();
    const [exact, graph] = await Promise.all(
      [5, LARGE].map((populationSize) =>
        database.inTenant(scope, async (tx) => ({
          entries: await twoNearest(tx, scope, 'one', populationSize),
          vectors: await nearest().vectors(tx, scope, 'one', searchOf(populationSize)),
        })),
      ),
    );
    await database.close();
    expect(graph).toEqual(exact);
    expect(graph?.entries.map(({ termText }) => termText.trim())).toEqual(['car', 'car doctor']);
    expect(graph?.vectors).toEqual(
      graph?.entries.map(({ id, similarity }) => ({ id, similarity, revision: expect.any(String) })),
    );
  });

  it('reads a few entries of a large population, also of one that the planner does not know', async () => {
    const scope = tenant('j');
    const bodies = Array.from({ length: 100 }, (_, at) => `car ${String(at)}`);
    await fixture.index(
      scope,
      bodies.map((body) => memory(body)),
    );
    const database = fixture.openServiceDatabase();
    const [found, read] = await database.inTenant(scope, async (tx) => {
      // All connections of the embedded database share one backend, whose counts may hold those of earlier transactions.
      const entriesRead = async (): Promise<number> => {
        const [entries] = await tx.query<{ read: number }>(
          `select coalesce(idx_tup_fetch, 0)::int as read from pg_stat_xact_user_tables
           where schemaname = 'synthesis' and relname = 'entries'`,
        );
        return entries?.read ?? 0;
      };
      const before = await entriesRead();
      const two = await twoNearest(tx, scope, null, LARGE);
      return [two, (await entriesRead()) - before];
    });
    await database.close();
    expect(found).toHaveLength(2);
    expect(read).toBeLessThan(20);
  });

  it('does not find a removed entry, whose vector is deleted', async () => {
    const gone = memory('A surgeon moved in');
    await fixture.index(tenant('g'), [gone]);
    expect((await fixture.synthesize(tenant('g'), { query: 'doctor' })).sections).toHaveLength(1);
    await fixture.remove(tenant('g'), [gone.id]);
    expect((await fixture.synthesize(tenant('g'), { query: 'doctor' })).sections).toEqual([]);
    expect(await fixture.sql('select 1 from synthesis_vectors.embeddings where tenant_id = $1', ['g'])).toEqual([]);
  });

  it('finds a changed entry by its new text', async () => {
    const first = memory('He sold the automobile');
    await fixture.index(tenant('h'), [first]);
    await fixture.index(tenant('h'), [
      { ...first, revision: 2, body: 'He sold the painting' },
      memory('The funds are safe'),
    ]);
    const pack = await fixture.synthesize(tenant('h'), { query: 'car', explain: true });
    expect(pack.sections.map(({ score }) => (score?.parts['vector'] ?? 0) > 0)).toEqual([true, true]);
    const [row] = await fixture.sql<{ revision: string }>(
      "select revision::text from synthesis_vectors.embeddings where tenant_id = 'h' and entry_id = $1",
      [first.id],
    );
    expect(row?.revision).toBe('2');
  });
});
