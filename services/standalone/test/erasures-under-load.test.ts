import { afterAll, expect, test } from '@jest/globals';
import { captureBatch } from '@strata/contracts/operations/capture';
import { startErasure } from '@strata/contracts/operations/erasures';
import { listEvents } from '@strata/contracts/operations/events';
import { getExport, startExport } from '@strata/contracts/operations/exports';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { randomBytes } from 'node:crypto';
import { dataOf, ended, placesIn, said, textsOfFiles } from './fixtures/erasure-fixture.ts';
import { EventStream } from './fixtures/event-stream.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { textsOfQueues, textsOfRedis, textsOfTables } from './leaks/stores.ts';

const WITHIN = { withinMs: 120_000 };
/** Several batches of an erasure: processes are killed between them. */
const MANY = 1000;
const BATCH = 500;

describeOnServices('An erasure in a cluster under load', (startServices) => {
  const EVE = {
    userId: `customer-${randomBytes(4).toString('hex')}`,
    word: `brindle${randomBytes(4).toString('hex')}`,
  };
  const OTHERS = ['customer-flo', 'customer-gil', undefined];
  const TAKING_PART = ['learn-compiler', 'ingest', 'synthesis'];
  const stack = new CloseStack();
  afterAll(() => stack.close());

  test('whose processes are killed leaves nothing of the end user anywhere, and everything of the others', async () => {
    const real = stack.use(await startServices());
    const settings = { DEFAULT_PLAN: 'enterprise', LEARN_LEASE_SECONDS: '2' };
    const cluster = stack.use(await SpawnedSystem.startCluster(real, settings));
    const session = stack.use(await openSession(postgresConnection(real.env.DATABASE_URL)));
    const { api } = cluster;
    const places = async (): Promise<Record<string, string[]>> => {
      const texts = [
        ...(await textsOfTables(session)),
        ...(await textsOfRedis(real.env.REDIS_URL)),
        ...(await textsOfQueues(real.env.AMQP_URL, real.env.AMQP_PREFIX)),
        ...(await textsOfFiles(cluster.dataDir)),
        { where: 'the logs', text: cluster.output.join('') },
      ];
      return placesIn(texts, EVE.userId, EVE.word);
    };
    const eventsOfEve = async (): Promise<number> =>
      (await api.call(listEvents, { query: { userId: EVE.userId, limit: 1 } })).pagination.total;

    const ofEve = [
      ...dataOf(EVE.userId, EVE.word),
      ...Array.from({ length: MANY }, (_, n) =>
        said(EVE.userId, `Order ${String(n)} goes to ${EVE.word} lane.`, 'chat'),
      ),
    ];
    for (let at = 0; at < ofEve.length; at += BATCH)
      await api.call(captureBatch, { body: { events: ofEve.slice(at, at + BATCH) } });
    const others = dataOf('customer-flo', 'saddlemoor');
    await api.call(captureBatch, { body: { events: others } });
    await api.learn();
    const idsOfOthers = async (table: string): Promise<string[]> => {
      const sql = `select id from ${table} where user_id is distinct from $1`;
      return (await session.query<{ id: string }>(sql, [EVE.userId])).map(({ id }) => id);
    };
    const memoriesOfOthers = () => idsOfOthers('learn.memories');
    const [before, memoriesBefore] = [await places(), await memoriesOfOthers()];
    for (const found of Object.values(before)) expect(found).toContain('ingest.events');
    expect(before[EVE.word]).toEqual(expect.arrayContaining(['learn.memories', 'synthesis.entries']));
    expect(memoriesBefore.length).toBeGreaterThan(0);

    const stream = EventStream.start(api, 'load', 50, OTHERS);
    await eventually(() => stream.accepted.size > OTHERS.length, WITHIN);
    // These may still be on their way when the erasure is requested.
    await api.call(captureBatch, { body: { events: [said(EVE.userId, `The last one for ${EVE.word}.`)] } });
    const { jobId } = await api.call(startErasure, { body: { userId: EVE.userId } });
    const { jobId: exportId } = await api.call(startExport, { body: { userId: 'customer-flo' } });
    await eventually(async () => (await eventsOfEve()) < ofEve.length, WITHIN);
    expect(await eventsOfEve()).toBeGreaterThan(0);
    await Promise.all(TAKING_PART.map((service) => cluster.killService(service)));
    expect(await ended(api, jobId)).toMatchObject({
      status: 'completed',
      result: { removed: { events: ofEve.length + 1 } },
    });
    await stream.close();
    await api.learn();

    // The job of the export waited for the erasure, and was not lost.
    expect(await api.call(getExport, { params: { id: exportId } })).toMatchObject({ sha256: expect.any(String) });
    expect(await places()).toEqual({ [EVE.userId]: [], [EVE.word]: [] });
    const stored = new Set(await idsOfOthers('ingest.events'));
    expect([...stream.accepted].filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size).toBeGreaterThanOrEqual(stream.accepted.size + others.length);
    const memoriesAfter = new Set(await memoriesOfOthers());
    expect(memoriesBefore.filter((id) => !memoriesAfter.has(id))).toEqual([]);
  });
});
