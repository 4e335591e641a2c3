import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { newDataDir } from './fixtures/new-data-dir.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { OrganizationFixture } from './fixtures/organization-fixture.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { interrupt } from './leaks/interrupt.ts';
import type { LeakFixture } from './leaks/leak-fixture.ts';
import { plantInEvents, plantInHeaders } from './leaks/plant-in-events.ts';
import { plantInVaults } from './leaks/plant-in-vaults.ts';
import { readEverything } from './leaks/read-everything.ts';
import { RecordingClient } from './leaks/recording-client.ts';
import { Secrets } from './leaks/secrets.ts';
import {
  bytesOf,
  filesOf,
  openEmbedded,
  plantInTable,
  textsOfRedis,
  textsOfTables,
  type StoredText,
} from './leaks/stores.ts';

const BROKER_DATA = '/var/lib/rabbitmq';
const PROCESSES = ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'];
const SETTINGS = { DEFAULT_PLAN: 'enterprise', ANONYMOUS_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'debug' };

/** Plants secrets in a system, and searches everything that the system returns and stores. */
class LeakSearch {
  readonly secrets = new Secrets();
  /** Harmless texts that the search must find, to show that it works. */
  readonly canaries = new Secrets();
  readonly began = Date.now();
  tables: StoredText[] = [];
  queues: StoredText[] = [];
  redis: StoredText[] = [];
  client!: RecordingClient;

  /** Plants secrets, reads everything, searches all stores, and stops the system. */
  async collect(system: SpawnedSystem, session: DatabaseSession, real?: RealServices): Promise<void> {
    const { secrets, canaries } = this;
    const client = new RecordingClient(system.base);
    this.client = client;
    const organization = await OrganizationFixture.create(system.base);
    const canary = canaries.keep('the canary', `canary${organization.orgId.slice(-12)}`);
    const stranger = await newTenant(system.base);
    const fixture: LeakFixture = { client, secrets, organization, stranger, session, canary };
    await plantInVaults(fixture);
    await plantInEvents(fixture);
    await plantInHeaders(fixture);
    if (real !== undefined) this.queues = await interrupt(fixture, system, real.env);
    await readEverything(fixture);
    await plantInTable(session, canary);
    this.tables = await textsOfTables(session);
    if (real !== undefined) this.redis = await textsOfRedis(real.env.REDIS_URL);
    const { credential: as } = organization.tenant.api;
    await client.send('GET /v1/events', { as, headers: { 'X-Request-Id': canary } });
    await eventually(() => canaries.in(system.output.join('')).length > 0);
    await session.close();
    await system.end('SIGTERM');
  }

  leaksIn(texts: readonly StoredText[], planted = this.secrets): string[] {
    return texts.flatMap(({ where, text }) => planted.in(text).map((from) => `${from} is in ${where}`));
  }

  /** Places in which a canary was found. */
  placesOfCanaries(texts: readonly StoredText[]): string[] {
    return texts.flatMap(({ where, text }) => (this.canaries.in(text).length > 0 ? [where] : []));
  }
}

function leakRules(search: LeakSearch, system: () => SpawnedSystem, processes: readonly string[]): void {
  test('are in no response except that of a reveal, not even in errors', () => {
    const { client, secrets, canaries } = search;
    expect(secrets.size).toBeGreaterThan(200);
    expect(client.leaks(secrets)).toEqual([]);
    expect(client.leaks(canaries)).not.toEqual([]);
    expect(client.responses.some((response) => response.includes('[secret:github:'))).toBe(true);
  });

  test('are in no row of any table', () => {
    const { tables } = search;
    expect(search.leaksIn(tables)).toEqual([]);
    const places = search.placesOfCanaries(tables);
    expect(places).toEqual(
      expect.arrayContaining(['ingest.events', 'vault.vaults', 'leaks.canary', 'leaks.canary.as_bytes']),
    );
    expect(places.filter((where) => where === 'leaks.canary')).toHaveLength(4);
  });

  test('are in no line of a log', async () => {
    const written = system().output.join('');
    expect(search.secrets.in(written)).toEqual([]);
    expect(search.canaries.in(written)).not.toEqual([]);
    const credentials = await readFile(join(system().dataDir, 'credentials.json'), 'utf8');
    const { apiKey, testApiKey, password } = JSON.parse(credentials) as Record<string, string>;
    for (const shown of [apiKey, testApiKey, password]) expect(written).not.toContain(shown);
    expect(written).toContain('credentials.json');
    for (const service of processes) expect(written).toContain(`"service":"${service}"`);
  });
}

const contentsOf = async (directory: string, since: number): Promise<Buffer[]> =>
  Promise.all((await filesOf(directory, since)).map(bytesOf));

describe('Secrets planted everywhere in a standalone', () => {
  const stack = new CloseStack();
  const search = new LeakSearch();
  let system: SpawnedSystem;

  beforeAll(async () => {
    system = stack.use(await SpawnedSystem.startStandalone({ ...SETTINGS, DATA_DIR: await newDataDir() }));
    await search.collect(system, stack.use(await openEmbedded(system.dataDir)));
  });
  afterAll(() => stack.close());

  leakRules(search, () => system, ['standalone']);

  test('are in no file except those for secrets', async () => {
    const contents = await contentsOf(system.dataDir, search.began);
    expect(contents.flatMap((bytes) => search.secrets.inBytes(bytes))).toEqual([]);
    expect(contents.flatMap((bytes) => search.canaries.inBytes(bytes))).not.toEqual([]);
  });
});

describeOnServices('Secrets planted everywhere in a cluster', (startServices) => {
  const stack = new CloseStack();
  const search = new LeakSearch();
  let system: SpawnedSystem;

  beforeAll(async () => {
    const real = stack.use(await startServices());
    system = stack.use(await SpawnedSystem.startCluster(real, SETTINGS));
    const session = stack.use(await openSession(postgresConnection(real.env.DATABASE_URL)));
    await search.collect(system, session, real);
  });
  afterAll(() => stack.close());

  leakRules(search, () => system, PROCESSES);

  test('are in no file of the cluster except those for secrets', async () => {
    const contents = await contentsOf(system.dataDir, search.began);
    expect(contents.flatMap((bytes) => search.secrets.inBytes(bytes))).toEqual([]);
  });

  test('are in no waiting message, no dead letter and not in Redis', async () => {
    const { queues, redis, secrets, canaries } = search;
    expect(search.leaksIn(queues)).toEqual([]);
    const places = search.placesOfCanaries(queues);
    expect(places).toContainEqual(expect.stringMatching(/storeEvents$/));
    expect(places).toContainEqual(expect.stringMatching(/storeEvents\.dead$/));
    expect(search.leaksIn(redis)).toEqual([]);
    expect(search.leaksIn(redis, canaries)).not.toEqual([]);
    const stored = await contentsOf(BROKER_DATA, search.began);
    expect(stored.flatMap((bytes) => secrets.inBytes(bytes))).toEqual([]);
    if (stored.length > 0) expect(stored.flatMap((bytes) => canaries.inBytes(bytes))).not.toEqual([]);
  });
});
