import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { getErasure, listErasures, startErasure } from '@strata/contracts/operations/erasures';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { listEvents } from '@strata/contracts/operations/events';
import { getJob } from '@strata/contracts/operations/learn';
import { listMemories } from '@strata/contracts/operations/memories';
import { listAudit } from '@strata/contracts/operations/audit';
import { synthesize } from '@strata/contracts/operations/synthesize';
import type { ErasureRequest } from '@strata/contracts/schemas/erasure';
import type { Job } from '@strata/contracts/schemas/job';
import { describeSubject } from '@strata/kernel/erased-subject';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { rm } from 'node:fs/promises';
import type { ApiClient } from './fixtures/api-client.ts';
import { deploymentSecrets, newRsaSigningKey } from './fixtures/deployment-secrets.ts';
import { dataOf, ended, placesIn, said, textsOfFiles } from './fixtures/erasure-fixture.ts';
import { newDataDir } from './fixtures/new-data-dir.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { OrganizationFixture } from './fixtures/organization-fixture.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { openEmbedded, textsOfTables } from './leaks/stores.ts';

const WITHIN = { withinMs: 120_000 };
/** Several batches of an erasure: the process is killed between them. */
const MANY = 1500;
const BATCH = 500;

let env: Record<string, string> & { DATA_DIR: string };
let system: SpawnedSystem;

beforeAll(async () => {
  env = {
    ...deploymentSecrets(),
    DEFAULT_PLAN: 'enterprise',
    LEARN_LEASE_SECONDS: '2',
    JWT_PRIVATE_KEY: newRsaSigningKey(),
    DATA_DIR: await newDataDir(),
    PORT: String(await freePort()),
  };
  system = await SpawnedSystem.startStandalone(env);
});
afterAll(async () => {
  await system.end('SIGKILL');
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

async function erase(api: ApiClient, userId: string): Promise<Job> {
  const { jobId } = await api.call(startErasure, { body: { userId } });
  return ended(api, jobId);
}

/** Where the words are stored by the standalone process, by word. */
async function placesOf(...words: string[]): Promise<Record<string, string[]>> {
  const session = await openEmbedded(system.dataDir);
  try {
    return placesIn([...(await textsOfTables(session)), ...(await textsOfFiles(system.dataDir))], ...words);
  } finally {
    await session.close();
  }
}

const ADA = { userId: 'customer-ada', word: 'quibblewick' };
const BO = { userId: 'customer-bo', word: 'marrowfen' };

test('an erased end user is in no table, and the data of the other one is whole', async () => {
  const organization = await OrganizationFixture.create(system.base);
  const { api } = organization.tenant;
  const events = [...dataOf(ADA.userId, ADA.word), ...dataOf(BO.userId, BO.word)];
  await api.call(captureBatch, { body: { events } });
  await api.learn({ userId: ADA.userId });
  await api.learn();
  await api.call(captureEvent, { body: said(ADA.userId, `Not learned yet: ${ADA.word} again.`) });
  for (const { userId, word } of [ADA, BO]) {
    const { sections } = await api.call(synthesize, { body: { query: `Where is ${word}?`, agentId: 'coder', userId } });
    expect(JSON.stringify(sections).toLowerCase()).toContain(word);
  }
  const ofBo = async () => ({
    events: (await api.call(listEvents, { query: { userId: BO.userId, limit: 100 } })).pagination.total,
    memories: (await api.call(listMemories, { query: { userId: BO.userId, limit: 100 } })).items,
  });
  const before = await ofBo();
  const places = await placesOf(ADA.word, ADA.userId);
  for (const table of ['ingest.events', 'learn.steps', 'learn.memories', 'synthesis.entries'])
    expect(places[ADA.word]).toContain(table);

  const job = await erase(api, ADA.userId);
  const ofAda = dataOf(ADA.userId, ADA.word).length + 1;
  expect(job).toMatchObject({ type: 'erasure', status: 'completed', progress: { processed: ofAda } });
  expect(job.result).toMatchObject({
    subject: describeSubject({ userId: ADA.userId }),
    removed: { events: ofAda },
    remaining: { events: 0, steps: 0, memories: 0, artifacts: 0, indexEntries: 0 },
  });
  const { removed } = job.result as { removed: Record<string, number> };
  for (const store of ['steps', 'memories', 'claims', 'artifacts', 'indexEntries', 'packs'])
    expect([store, Number(removed[store]) > 0]).toEqual([store, true]);

  const sessions = 'of ada!';
  expect(await placesOf(ADA.word, ADA.userId, sessions)).toEqual({
    [ADA.word]: [],
    [ADA.userId]: [],
    // Compilers that hold a session have to learn that it is empty.
    [sessions]: ['learn.sessions'],
  });
  expect(await ofBo()).toEqual(before);
  expect((await api.call(listEvents, { query: { userId: ADA.userId } })).items).toEqual([]);
  expect((await api.call(listArtifacts, { query: { userId: BO.userId, limit: 100 } })).items.length).toBeGreaterThan(0);

  // Again: nothing is left to remove. Both are listed, and read as jobs.
  const again = await erase(api, ADA.userId);
  expect(again).toMatchObject({ status: 'completed', result: { removed: { events: 0, memories: 0 } } });
  expect((await api.call(listErasures)).items).toEqual([again, job]);
  expect(await api.call(getJob, { params: { id: job.id } })).toEqual(job);

  const params = { orgId: organization.orgId };
  const audited = await eventually(async () => {
    const { items } = await organization.tenant.user.call(listAudit, { params, query: { limit: 100 } });
    const of = items.filter(({ resourceId }) => resourceId === job.id);
    return of.length === 2 && of;
  });
  expect(audited.map(({ action }) => action).sort()).toEqual(['erasure.complete', 'erasure.create']);
  expect(JSON.stringify(audited)).not.toContain(ADA.userId);

  // What comes later under the same id is kept.
  await api.call(captureEvent, {
    body: said(ADA.userId, `My name is ${ADA.word} and I am allergic to ${ADA.word} nuts.`),
  });
  await api.learn();
  expect((await api.call(listMemories, { query: { userId: ADA.userId } })).items).toMatchObject([
    { userId: ADA.userId, content: expect.stringContaining(ADA.word) },
  ]);
});

test('an erased agent and an erased session are in no table, and the data of the others is whole', async () => {
  const { api } = await newTenant(system.base);
  const words = { agent: 'wickerbloom', session: 'tanglemere', kept: 'fennelbrook' };
  const runsOf = (agentId: string, word: string, change: Record<string, unknown> = {}): Record<string, unknown>[] =>
    dataOf('customer-ada', word).map((event) => ({
      ...event,
      sessionId: `${agentId} ${String(event['sessionId'])}`,
      ...(event['idempotencyKey'] === undefined
        ? {}
        : { idempotencyKey: `${word} ${event['idempotencyKey'] as string}` }),
      metadata: { ...(event['metadata'] as object), agentId },
      ...change,
    }));
  const kept = runsOf('coder', words.kept);
  const ofAgent = runsOf('lost agent', words.agent);
  const ofSession = runsOf('coder', words.session, { sessionId: 'lost session' });
  await api.call(captureBatch, { body: { events: [...ofAgent, ...ofSession, ...kept] } });
  await api.learn();
  const notLearned = [...ofAgent.slice(0, 1), ...ofSession.slice(0, 1)];
  await api.call(captureBatch, { body: { events: notLearned } });
  const before = await placesOf(words.agent, words.session);
  for (const places of Object.values(before)) expect(places).toContain('synthesis.entries');

  const removedBy = async (subject: ErasureRequest): Promise<unknown> => {
    const { jobId } = await api.call(startErasure, { body: subject });
    const job = await ended(api, jobId);
    expect(job).toMatchObject({ status: 'completed', result: { subject: describeSubject(subject) } });
    return (job.result as { removed: Record<string, number> }).removed['events'];
  };
  expect(await removedBy({ agentId: 'lost agent' })).toBe(ofAgent.length + 1);
  expect(await removedBy({ sessionId: 'lost session' })).toBe(ofSession.length + 1);
  expect(await placesOf(words.agent, words.session)).toEqual({ [words.agent]: [], [words.session]: [] });
  expect((await api.call(listEvents, { query: { limit: 100 } })).pagination.total).toBe(kept.length);
  const { sections } = await api.call(synthesize, {
    body: { query: `Where is ${words.kept}?`, agentId: 'coder', userId: 'customer-ada' },
  });
  expect(JSON.stringify(sections).toLowerCase()).toContain(words.kept);
  // Compilers that hold a session or a learning scope have to learn that it is empty.
  expect(await placesOf('lost agent', 'lost session')).toEqual({
    'lost agent': ['learn.scope_summaries', 'learn.sessions'],
    'lost session': ['learn.sessions'],
  });
});

test('an erasure goes on after its process was killed', async () => {
  const { api } = system;
  for (let at = 0; at < MANY; at += BATCH) {
    const events = Array.from({ length: BATCH }, (_, n) =>
      said('customer-cy', `Order ${String(at + n)} goes to thistledown lane.`, `chat ${String(n % 50)}`),
    );
    await api.call(captureBatch, { body: { events } });
  }
  await api.call(captureBatch, { body: { events: [said('customer-dee', 'I like the harbour best.')] } });
  await api.learn();
  const { jobId } = await api.call(startErasure, { body: { userId: 'customer-cy' } });
  await eventually(async () => (await api.call(getErasure, { params: { id: jobId } })).status === 'active', WITHIN);
  await eventually(async () => {
    const { pagination } = await api.call(listEvents, { query: { userId: 'customer-cy', limit: 1 } });
    return pagination.total < MANY;
  }, WITHIN);
  await system.end('SIGKILL');
  system = await SpawnedSystem.startStandalone(env);
  expect(await ended(system.api, jobId)).toMatchObject({
    status: 'completed',
    result: { removed: { events: MANY, memories: MANY } },
  });
  expect(await placesOf('thistledown', 'customer-cy')).toEqual({ thistledown: [], 'customer-cy': [] });
  expect((await system.api.call(listMemories, { query: { userId: 'customer-dee' } })).items).toHaveLength(1);
});
