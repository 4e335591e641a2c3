import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { realServices } from '@strata/testkit/real-services';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deploymentSecrets, newDataDir, SpawnedSystem } from './fixtures/spawned-system.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { OrganizationFixture } from './fixtures/organization-fixture.ts';
import { interrupt } from './leaks/interrupt.ts';
import { RecordingClient } from './leaks/recording-client.ts';
import { plantInEvents, plantInHeaders, type LeakFixtureWithSession } from './leaks/plant-in-events.ts';
import { plantInVaults } from './leaks/plant-in-vaults.ts';
import { readEverything } from './leaks/read-everything.ts';
import { Secrets } from './leaks/secrets.ts';
import {
  bytesOf,
  filesOf,
  openEmbedded,
  plantInTable,
  textsOfRedis,
  textsOfTables,
  type Found,
} from './leaks/stores.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const CLUSTER = fileURLToPath(new URL('../../../scripts/cluster.mjs', import.meta.url));
const BROKER_DATA = '/var/lib/rabbitmq';
const PROCESSES = ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'];
const SETTINGS = { DEFAULT_PLAN: 'enterprise', ANONYMOUS_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'debug' };

const services = realServices();
const SYSTEMS = ['embedded', services ? 'cluster' : 'cluster (skipped: needs DATABASE_URL, AMQP_URL and REDIS_URL)'];

describe.each(SYSTEMS)('secrets that were planted everywhere, %s', (title) => {
  const isCluster = title !== 'embedded';
  const isSkipped = isCluster && services === undefined;
  const run = isSkipped ? test.skip : test;

  const stack = new CloseStack();
  const secrets = new Secrets();
  const canaries = new Secrets();
  let began: number;
  let listener: RecordingClient;
  let system: SpawnedSystem;
  let session: DatabaseSession;
  let dataDir: string;
  let queues: Found[] = [];
  let tables: Found[];
  let redis: Found[] = [];

  beforeAll(async () => {
    if (isSkipped) return;
    const real = isCluster ? await services?.start() : undefined;
    if (real !== undefined) stack.use(real);
    dataDir = isCluster ? await mkdtemp(join(tmpdir(), 'strata-leaks-')) : await newDataDir();
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const env = { ...SETTINGS, ...real?.env, DATA_DIR: dataDir, PORT: String(await freePort()) };
    system = isCluster
      ? await SpawnedSystem.start(CLUSTER, { ...env, OPS_PORT_BASE: '0' })
      : await SpawnedSystem.start(MAIN, { ...env, ...deploymentSecrets() });
    stack.defer(() => system.end('SIGTERM'));
    session = real ? await openSession(postgresConnection(real.env.DATABASE_URL)) : await openEmbedded(dataDir);
    stack.defer(() => session.close());

    began = Date.now();
    listener = new RecordingClient(system.base);
    const company = await OrganizationFixture.create(system.base);
    const canary = canaries.keep('the canary', `canary${company.orgId.slice(-12)}`);
    const ground: LeakFixtureWithSession = {
      client: listener,
      secrets,
      company,
      session,
      canary,
      stranger: await newTenant(system.base),
    };
    await plantInVaults(ground);
    await plantInEvents(ground);
    await plantInHeaders(ground);
    if (real !== undefined) queues = await interrupt(ground, system.process.pid ?? 0, real.env);
    await readEverything(ground);
    await plantInTable(session, canary);
    tables = await textsOfTables(session);
    if (real !== undefined) redis = await textsOfRedis(real.env.REDIS_URL);
    await listener.send('GET /v1/events', { as: company.tenant.api.credential, headers: { 'X-Request-Id': canary } });
    await eventually(() => canaries.in(system.output.join('')).length > 0);
    await session.close();
    await system.end('SIGTERM');
  }, 180_000);
  afterAll(() => stack.close());

  const whereIn = (found: readonly Found[], planted: Secrets): string[] =>
    found.flatMap(({ where, text }) => planted.in(text).map((from) => `${from} is in ${where}`));

  run('are in no answer but that of a reveal, in none that says what was wrong either', () => {
    expect(secrets.size).toBeGreaterThan(200);
    expect(listener.heard(secrets)).toEqual([]);
    expect(listener.heard(canaries)).not.toEqual([]);
    expect(listener.responses.some((answer) => answer.includes('[secret:github:'))).toBe(true);
  });

  run('are in no row of any table', () => {
    expect(whereIn(tables, secrets)).toEqual([]);
    const seen = new Set(tables.filter(({ text }) => canaries.in(text).length > 0).map(({ where }) => where));
    expect([...seen]).toEqual(
      expect.arrayContaining(['ingest.events', 'vault.vaults', 'leaks.canary', 'leaks.canary.as_bytes']),
    );
    expect(tables.filter(({ where, text }) => where === 'leaks.canary' && canaries.in(text).length > 0)).toHaveLength(
      4,
    );
  });

  run('are in no line of a log', () => {
    const written = system.output.join('');
    expect(secrets.in(written)).toEqual([]);
    expect(canaries.in(written)).not.toEqual([]);
    for (const service of isCluster ? PROCESSES : ['standalone']) expect(written).toContain(`"service":"${service}"`);
  });

  run('are in no file but those that are for secrets', async () => {
    const files = await filesOf(dataDir, began);
    const contents = await Promise.all(files.map(bytesOf));
    expect(contents.flatMap((bytes) => secrets.inBytes(bytes))).toEqual([]);
    if (!isCluster) expect(contents.flatMap((bytes) => canaries.inBytes(bytes))).not.toEqual([]);
  });

  if (!isCluster) return;
  run('are in no message that waits or is dead, and not in Redis', async () => {
    expect(whereIn(queues, secrets)).toEqual([]);
    const seen = queues.filter(({ text }) => canaries.in(text).length > 0).map(({ where }) => where);
    expect(seen).toContainEqual(expect.stringMatching(/storeEvents$/));
    expect(seen).toContainEqual(expect.stringMatching(/storeEvents\.dead$/));
    expect(whereIn(redis, secrets)).toEqual([]);
    expect(whereIn(redis, canaries)).not.toEqual([]);
    const stored = await Promise.all((await filesOf(BROKER_DATA, began)).map(bytesOf));
    expect(stored.flatMap((bytes) => secrets.inBytes(bytes))).toEqual([]);
    if (stored.length > 0) expect(stored.flatMap((bytes) => canaries.inBytes(bytes))).not.toEqual([]);
  });
});
