import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createDatabase } from '@strata/platform/database/create-database';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { silentLogger } from '@strata/testkit/test-logger';
import { eventually } from '@strata/testkit/eventually';
import { decodeCandidates } from '../src/adapters/entry-features.ts';
import { createPgNearest } from '../src/adapters/pg-nearest.ts';
import { DIMENSIONS, startEmbeddingServer, type EmbeddingServer } from './embedding-server.ts';
import { memory, startRig, type Rig } from './rig.ts';

const tenant = (tenantId: string) => ({ tenantId, environment: 'live' }) as const;

describeOnDatabase('the vector arm', (backend) => {
  let rig: Rig;
  let server: EmbeddingServer;
  beforeAll(async () => {
    server = await startEmbeddingServer();
    rig = await startRig(backend, server.settings);
  });
  afterEach(() => {
    server.behave('well');
  });
  afterAll(async () => {
    await rig.close();
    await server.close();
  });

  test('finds what means the same in other words', async () => {
    const wanted = memory('She bought an automobile last spring');
    await rig.index(tenant('a'), [wanted, memory('The soup was too salty'), memory('He paid in cash')]);
    const pack = await rig.ask(tenant('a'), { query: 'Which car?', explain: true });
    expect(pack.sections[0]?.source).toBe(wanted.id);
    expect(pack.sections[0]?.score?.parts).toMatchObject({ vectorPlace: 1 });
  });

  test('leaves other tenants, agents and tags out', async () => {
    await rig.index(tenant('b'), [
      memory('A vehicle for the other agent', { agentId: 'two' }),
      memory('A vehicle without the tag', { agentId: 'one' }),
    ]);
    const wanted = memory('A tagged vehicle', { agentId: 'one', tags: ['garage'] });
    await rig.index(tenant('b'), [wanted]);
    const pack = await rig.ask(tenant('b'), { query: 'automobile', agentId: 'one', tags: ['garage'] });
    expect(pack.sections.map(({ source }) => source)).toEqual([wanted.id]);
    expect((await rig.ask(tenant('c'), { query: 'automobile' })).sections).toEqual([]);
  });

  test('a provider that is slow costs a query no more than its bound, and words still count', async () => {
    const wanted = memory('The lighthouse keeper retired');
    await rig.index(tenant('d'), [wanted]);
    server.behave('hang');
    const pack = await rig.ask(tenant('d'), { query: 'lighthouse' });
    expect(pack.sections.map(({ source }) => source)).toEqual([wanted.id]);
  });

  test('a provider that fails does not keep entries from being indexed; they get their vectors later', async () => {
    server.behave('fail');
    const wanted = memory('The physician was late');
    expect(await rig.index(tenant('e'), [wanted])).toBe(1);
    expect((await rig.ask(tenant('e'), { query: 'physician' })).sections).toHaveLength(1);
    server.behave('well');
    await eventually(async () => (await rig.ask(tenant('e'), { query: 'doctor' })).sections.length === 1);
  });

  test('one text that the provider refuses harms no other', async () => {
    const wanted = memory('Some funds are left');
    await rig.index(tenant('f'), [memory('An unspeakable thing'), wanted, memory('Another matter')]);
    const pack = await rig.ask(tenant('f'), { query: 'money' });
    expect(pack.sections[0]?.source).toBe(wanted.id);
  });

  test('the graph of a large population finds the same as looking at every vector', async () => {
    const scope = tenant('i');
    const bodies = ['a car', 'a car and a doctor', 'cash', 'a doctor', 'nothing much'];
    const others = bodies.map((body) => memory(body, { agentId: 'other' }));
    await rig.index(scope, [...bodies.map((body) => memory(body, { agentId: 'one' })), ...others]);
    const database = createDatabase({
      connection: rig.database.connection,
      schema: 'synthesis',
      role: 'strata_synthesis',
      logger: silentLogger,
      metrics: createMetrics({ service: 'test' }),
    });
    const population = { agentId: 'one', tags: [], kinds: ['memory'] } as const;
    const search = { vector: [1, 0.3, 0, 0, 0, 0, 0, 0], populationSize: 100, limit: 2 };
    const [exact, graph] = await Promise.all(
      [1_000, 0].map((exactBelow) =>
        database.inTenant(scope, (tx) =>
          createPgNearest('test-model', DIMENSIONS, exactBelow)(tx, scope, population, search, () => 'true'),
        ),
      ),
    );
    await database.close();
    expect(graph).toBe(exact);
    expect(decodeCandidates(graph ?? null).map(({ termText }) => termText.trim())).toEqual(['car', 'car doctor']);
  });

  test('a removed entry leaves no vector behind', async () => {
    const gone = memory('A surgeon moved in');
    await rig.index(tenant('g'), [gone]);
    expect((await rig.ask(tenant('g'), { query: 'doctor' })).sections).toHaveLength(1);
    await rig.remove(tenant('g'), [gone.id]);
    expect((await rig.ask(tenant('g'), { query: 'doctor' })).sections).toEqual([]);
    expect(await rig.sql('select 1 from synthesis_vectors.embeddings where tenant_id = $1', ['g'])).toEqual([]);
  });

  test('a changed text gets another vector', async () => {
    const first = memory('He sold the automobile');
    await rig.index(tenant('h'), [first]);
    await rig.index(tenant('h'), [
      { ...first, revision: 2, body: 'He sold the painting' },
      memory('The funds are safe'),
    ]);
    const pack = await rig.ask(tenant('h'), { query: 'car', explain: true });
    expect(pack.sections.map(({ score }) => score?.parts)).toEqual([
      expect.objectContaining({ vectorPlace: 1 }),
      expect.objectContaining({ vectorPlace: 2 }),
    ]);
    const [row] = await rig.sql<{ revision: string }>(
      "select revision::text from synthesis_vectors.embeddings where tenant_id = 'h' and entry_id = $1",
      [first.id],
    );
    expect(row?.revision).toBe('2');
  });
});
