import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { createTestLogger } from '@strata/testkit/test-logger';
import { SHORT_MODEL, startEmbeddingServer, type EmbeddingServer } from './embedding-server-fixture.ts';
import { memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const SCOPE = { tenantId: 'a', environment: 'live' } as const;

describeOnDatabase('A change of the embedding model', (backend) => {
  const stack = new CloseStack();
  const log = createTestLogger('synthesis');
  const [car, doctor, rejected] = [
    memory('She bought an automobile last spring'),
    memory('The physician was late'),
    memory('An unspeakable boat'),
  ];
  let revision = 1;
  let database: TestDatabase;
  let server: EmbeddingServer;
  let before: SynthesisFixture;
  let after: SynthesisFixture;

  const start = (settings: Record<string, unknown>) =>
    startSynthesisFixture(backend, { ...server.settings, ...settings }, undefined, database, log.logger);
  const found = async (fixture: SynthesisFixture, query: string) =>
    (await fixture.synthesize(SCOPE, { query })).sections.map(({ source }) => source);
  const models = () =>
    after.sql(
      `select provider, model, dimensions, vector_dims(embedding) as length, count(*)::integer as vectors
       from synthesis_vectors.embeddings group by 1, 2, 3, 4`,
    );

  beforeAll(async () => {
    server = stack.use(await startEmbeddingServer());
    database = stack.use(await backend.start());
    before = await start({});
    stack.defer(() => before.close());
    await before.index(SCOPE, [car, doctor]);
    // As a version wrote it that did not record the provider.
    await before.sql("update synthesis_vectors.embeddings set provider = '' where entry_id = $1", [car.id]);
    // As if an earlier model had accepted the text.
    await before.index(SCOPE, [rejected]);
    await before.sql(
      `insert into synthesis_vectors.embeddings
         (tenant_id, environment, entry_id, revision, agent_id, provider, model, dimensions, embedding)
       values ('a', 'live', $1, 1, '', 'x', 'x', 3, '[1,2,3]')`,
      [rejected.id],
    );
    server.respond('with errors');
    after = await start({ EMBEDDING_MODEL: SHORT_MODEL.name, EMBEDDING_DIMENSIONS: SHORT_MODEL.dimensions });
    stack.defer(() => after.close());
  });
  afterAll(() => stack.close());

  it('leaves queries to the other arms while there are no vectors of the new model', async () => {
    expect(await found(after, 'physician')).toEqual([doctor.id]);
    await eventually(async () => /^strata_embedding_due_entries\{[^}]*\} 3$/m.test(await after.metrics.render()));
  });

  it('makes all vectors again, and deletes the earlier ones and their index', async () => {
    server.respond('well');
    await eventually(async () => {
      // Wakes the process, which otherwise looks for due entries every five seconds.
      await after.index(SCOPE, [{ ...car, revision: ++revision }]);
      expect(await models()).toEqual([
        {
          provider: new URL(server.url).host,
          model: SHORT_MODEL.name,
          dimensions: SHORT_MODEL.dimensions,
          length: SHORT_MODEL.dimensions,
          vectors: 2,
        },
      ]);
      expect((await found(after, 'Which car?'))[0]).toBe(car.id);
      const indexes = await after.sql<{ name: string }>(
        "select indexname as name from pg_indexes where schemaname = 'synthesis_vectors' and indexname ~ 'nearest'",
      );
      expect(indexes).toEqual([{ name: `embeddings_nearest_${String(SHORT_MODEL.dimensions)}` }]);
      return true;
    });
    expect(log.lines.map(({ message }) => message)).toContain('No entry waits for a vector of the embedding model');
  });

  it('stops processes with the earlier model from making vectors, and from nothing else', async () => {
    const boat = memory('The mast broke');
    expect(await before.index(SCOPE, [boat])).toBe(1);
    expect(await found(before, 'mast')).toEqual([boat.id]);
    await after.index(SCOPE, [{ ...car, revision: ++revision }]);
    await eventually(async () => (await found(after, 'sail')).includes(boat.id));
    expect(await models()).toMatchObject([{ model: SHORT_MODEL.name, vectors: 3 }]);
    expect(log.text()).toContain('ModelReplaced');
  });

  it('makes no vector again in a process that starts with the same model', async () => {
    const requests = server.requests.length;
    const next = await start({ EMBEDDING_MODEL: SHORT_MODEL.name, EMBEDDING_DIMENSIONS: SHORT_MODEL.dimensions });
    await eventually(async () => /^strata_embedding_due_entries\{[^}]*\} 0$/m.test(await next.metrics.render()));
    await next.close();
    expect(server.requests.slice(requests).flat()).toEqual(expect.not.arrayContaining([expect.stringMatching('mast')]));
  });
});
