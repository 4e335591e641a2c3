import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readJobFigures } from '@strata/contracts/calls/learn';
import { readState } from '@strata/contracts/calls/process';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { healthSchema } from '@strata/contracts/schemas/health';
import { usageSchema, usageSeriesSchema } from '@strata/contracts/schemas/usage';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { eventually } from '@strata/testkit/eventually';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Terminal } from '../src/adapters/show-credentials.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

const NOW = new Date('2026-03-04T05:06:07Z');

describeOnDatabase('The gateway', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let folder: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection, clock: { now: () => NOW } });
    folder = await mkdtemp(join(tmpdir(), 'strata-gateway-'));
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  describe('that learns', () => {
    it('queues a job and returns its id at once', async () => {
      const { token, tenantId } = await fixture.register();
      const request = { agentId: 'a1', options: { maxEvents: 10 } };
      const { status, data } = await fixture.ask('POST /v1/learn', { as: token, body: request });
      expect([status, data]).toEqual([202, { jobId: expect.stringMatching(/^lrn_/), status: 'queued' }]);
      expect(fixture.services.learning.at(-1)).toMatchObject({
        jobId: data['jobId'],
        request,
        context: { scope: { tenantId } },
      });
      const job = await fixture.ask(`GET /v1/jobs/${String(data['jobId'])}`, { as: token });
      expect(job.data).toMatchObject({ id: data['jobId'], type: 'learn', status: 'queued' });
      const { token: stranger } = await fixture.register();
      expect((await fixture.ask(`GET /v1/jobs/${String(data['jobId'])}`, { as: stranger })).status).toBe(404);
    });

    it.each(['completed', 'failed'] as const)('waits until the job is %s if the request says so', async (status) => {
      const { token } = await fixture.register();
      fixture.services.learnStatus = 'active';
      const reply = fixture.ask('POST /v1/learn', { as: token, body: { agentId: 'a1', wait: true } });
      const early = await Promise.race([reply, delay(300)]);
      fixture.services.learnStatus = status;
      const late = await reply;
      fixture.services.learnStatus = undefined;
      expect(early).toBeUndefined();
      expect([late.status, late.data]).toEqual([202, { jobId: fixture.services.learning.at(-1)?.jobId, status }]);
      expect(fixture.services.learning.at(-1)?.request).toEqual({ agentId: 'a1' });
    });

    it('closes without waiting for the job', async () => {
      const closing = await startGateway({ connection: database.connection });
      const { token } = await closing.register();
      closing.services.learnStatus = 'active';
      const waiting = fetch(`http://127.0.0.1:${String(closing.gateway.port)}/v1/learn`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"wait":true}',
      });
      await eventually(() => closing.services.learning.length > 0);
      await closing.close();
      const { status, body } = await waiting.then(async (reply) => ({
        status: reply.status,
        body: await reply.json(),
      }));
      expect([status, body]).toMatchObject([202, { data: { status: 'active' } }]);
    });

    it.each([
      ['{"wait":"yes"}', 'wait'],
      ['{"agentId":5}', 'agentId'],
      ['{"eventIds":"all"}', 'eventIds'],
      ['{"eventIds":["a\\u0000"]}', 'eventIds.0'],
      ['{"options":{"maxEvents":0}}', 'options.maxEvents'],
      ['{"options":{"artifactType":"poem"}}', 'options.artifactType'],
      ['{"all":true}', 'all'],
      ['{', 'body'],
    ])('returns a 400 that names the field: %s', async (body, field) => {
      const { token } = await fixture.register();
      const { status, error } = await fixture.ask('POST /v1/learn', { as: token, body });
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'validation_error', field]);
    });
  });

  it('adds up the usage of the tenant scope', async () => {
    const { token } = await fixture.register();
    const { key } = await fixture.newKey(token, { environment: 'test' });
    const { data } = await fixture.ask('GET /v1/usage-metrics', { as: key });
    expect(usageSchema.parse(data)).toEqual({
      plan: 'enterprise',
      period: { month: '2026-03', day: '2026-03-04' },
      usage: {
        eventsThisMonth: 3,
        synthesesToday: 4,
        compilationsToday: 1,
        automaticCompilationsToday: 0,
        requestsThisMinute: 1,
      },
      totals: { events: 7, memories: 5, artifacts: 2 },
      limits: {
        monthlyEvents: { limit: null, used: 3, resetsAt: '2026-04-01T00:00:00.000Z' },
        requestsPerMinute: {
          limit: expect.any(Number) as unknown,
          perKey: expect.any(Number) as unknown,
          burst: expect.any(Number) as unknown,
        },
      },
    });
  });

  it('puts what the services counted over time side by side', async () => {
    const { token } = await fixture.register();
    const { key } = await fixture.newKey(token, { scopes: ['read'] });
    const { data } = await fixture.ask('GET /v1/usage-series?bucket=hour&last=1', { as: key });
    expect(usageSeriesSchema.parse(data)).toEqual({
      bucket: 'hour',
      points: [
        {
          at: expect.stringMatching(/^2026-03-04T\d\d:00:00.000Z$/) as unknown,
          eventsCaptured: 7,
          eventsFailed: 1,
          learnJobsCompleted: 3,
          learnJobsFailed: 0,
          memoriesLearned: 5,
          artifactsLearned: 2,
          packs: 4,
          packTokens: 900,
        },
      ],
    });
    for (const query of ['last=0', 'last=93', 'last=x', 'bucket=week', 'since=2026-01-01']) {
      const { status, error } = await fixture.ask(`GET /v1/usage-series?${query}`, { as: key });
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'validation_error', query.split('=')[0]]);
    }
  });

  describe('that reports health', () => {
    it('returns a full record and a flat one', async () => {
      const { status, data, ok } = await fixture.ask('GET /v1/health');
      expect([status, ok]).toEqual([200, true]);
      expect(healthSchema.parse(data)).toMatchObject({
        status: 'healthy',
        subsystems: { database: { connections: { max: 4 } }, cache: { memory: { maxmemory_mb: 64 } } },
      });
      expect(await fixture.ask('GET /health')).toMatchObject({
        status: 'healthy',
        version: expect.any(String),
        uptime: expect.any(Number),
        postgres: 'connected',
        cache: 'connected',
      });
    });

    it('returns 503 with the record while the workers are down, and recovers by itself', async () => {
      const bus = createInProcessBus();
      const isolated = await startGateway({ connection: database.connection, bus, withoutServices: true });
      const { status, ok, data, error } = await isolated.ask('GET /v1/health');
      expect([status, ok, error.code]).toEqual([503, false, 'unhealthy']);
      expect(healthSchema.parse(data)).toMatchObject({
        status: 'degraded',
        subsystems: { workers: { status: 'degraded', services: { ingest: 'down', synthesis: 'down' } } },
      });
      await bus.serve(readJobFigures, async () => ({ waiting: 3, active: 0, failed: 1, oldestSeconds: 0 }));
      for (const service of new Set(OPERATIONS.map(({ service }) => service)))
        if (service !== 'gateway') await bus.serve(readState(service), async () => ({ status: 'healthy' as const }));
      const recovered = await eventually(async () => {
        const reply = await isolated.ask('GET /v1/health');
        return reply.status === 200 && reply;
      });
      expect(healthSchema.parse(recovered.data)).toMatchObject({
        subsystems: { workers: { queues: { learn: { waiting: 3, active: 0, failed: 1 } }, totalBacklog: 0 } },
        alerts: { firing: 1, rules: [{ name: 'learning_failed', severity: 'warning' }] },
      });
      await isolated.close();
      await bus.close();
    });
  });

  it('exports metrics of its requests', async () => {
    await fixture.ask('GET /v1/artifacts');
    const text = await fixture.metrics();
    expect(text).toMatch(/service="gateway"/);
    expect(text).toContain('/v1/artifacts');
  });

  it.each([
    ['GET /v1/nothing', 404],
    ['DELETE /v1/capture', 405],
    ['GET /v1/artifacts/%E0%A4%A', 400],
  ])('responds to %s with %d in the envelope', async (what, expected) => {
    const { status, ok, error } = await fixture.ask(what);
    expect([status, ok, typeof error.code]).toEqual([expected, false, 'string']);
  });

  describe('with a first tenant', () => {
    const file = (name: string): string => join(folder, backend.name, name, 'credentials.json');
    const start = (name: string, terminal?: Terminal, on = database): Promise<GatewayFixture> =>
      startGateway({ connection: on.connection, bus: fixture.bus, withoutServices: true, terminal, env: envOf(name) });
    const envOf = (name: string) => ({
      FIRST_TENANT_CREDENTIALS_FILE: file(name),
      PUBLIC_URL: 'https://strata.example',
    });
    const read = async (name: string) => JSON.parse(await readFile(file(name), 'utf8')) as Record<string, string>;

    const works = async (gateway: GatewayFixture, credentials: Record<string, string>): Promise<void> => {
      const { email, password, apiKey, testApiKey } = credentials;
      const login = await gateway.ask('POST /v1/auth/login', { body: { email, password } });
      expect([login.status, login.data['tenant']]).toMatchObject([200, { plan: 'enterprise' }]);
      for (const as of [apiKey, testApiKey])
        expect((await gateway.ask('GET /v1/usage-metrics', { as })).status).toBe(200);
    };

    it('creates it at the first start, shows its credentials once at the terminal, and keeps them in a file for its owner', async () => {
      const printed: string[] = [];
      const first = await start('fresh', { write: (text) => printed.push(text) });
      const credentials = await read('fresh');
      expect(Object.keys(credentials)).toEqual(['baseUrl', 'apiKey', 'testApiKey', 'email', 'password']);
      expect(credentials['baseUrl']).toBe('https://strata.example');
      expect((await stat(file('fresh'))).mode & 0o777).toBe(0o600);
      for (const name of ['apiKey', 'testApiKey', 'password']) expect(printed.join('')).toContain(credentials[name]);
      await works(first, credentials);
      expect(first.log.text()).not.toContain(credentials['apiKey']);
      expect(first.log.text()).not.toContain(credentials['password']);
      await first.close();

      const second = await start('fresh', { write: (text) => printed.push(text) });
      expect(printed).toHaveLength(1);
      expect(await read('fresh')).toEqual(credentials);
      await works(second, credentials);
      await second.close();
    });

    it('makes its keys service keys, also those that were imported before keys had owners', async () => {
      const ownersOf = async (gateway: GatewayFixture): Promise<unknown[]> => {
        const { email, password, apiKey, testApiKey } = await read('owners');
        const { data } = await gateway.ask('POST /v1/auth/login', { body: { email, password } });
        const keys = await gateway.ask('GET /v1/api-keys', { as: String(data['token']) });
        await gateway.close();
        return (keys.data['items'] as { owner: string; prefix: string }[])
          .filter(({ prefix }) => [apiKey, testApiKey].some((key) => key?.startsWith(prefix)))
          .map(({ owner }) => owner);
      };
      expect(await ownersOf(await start('owners'))).toEqual(['tenant', 'tenant']);
      const client = new Client({ connectionString: database.connection.connectionString });
      await client.connect();
      await client.query(`update gateway.api_keys set owner = 'user'`);
      await client.end();
      expect(await ownersOf(await start('owners'))).toEqual(['tenant', 'tenant']);
    });

    it('logs the path of the file, and no credential, where there is no terminal', async () => {
      const gateway = await start('unseen');
      const { apiKey, testApiKey, password } = await read('unseen');
      const written = gateway.log.text();
      expect(written).toContain(file('unseen'));
      for (const secret of [apiKey, testApiKey, password]) expect(written).not.toContain(secret);
      await gateway.close();
    });

    it('brings it from the file into another database', async () => {
      await (await start('shared')).close();
      const other = await backend.start();
      const elsewhere = await start('shared', undefined, other);
      await works(elsewhere, await read('shared'));
      await elsewhere.close();
      await other.close();
    });

    it('keeps it after the file was removed and the pepper was changed', async () => {
      await (await start('removed')).close();
      await rm(file('removed'));
      const env = { ...envOf('removed'), API_KEY_PEPPER: 'q'.repeat(40) };
      await (await start('removed')).close();
      const changed = await startGateway({
        connection: database.connection,
        bus: fixture.bus,
        withoutServices: true,
        env,
      });
      await works(changed, await read('removed'));
      await changed.close();
    });

    it('does not restore a revoked key', async () => {
      const first = await start('revoked');
      const { email, password, testApiKey: as = '' } = await read('revoked');
      const { data } = await first.ask('POST /v1/auth/login', { body: { email, password } });
      await first.ask(`DELETE /v1/api-keys/key_${as.split('_')[2] ?? ''}`, { as: String(data['token']) });
      await first.close();
      const second = await start('revoked');
      expect((await second.ask('GET /v1/usage-metrics', { as })).status).toBe(401);
      await second.close();
    });

    it('creates it once if two gateways start at the same time', async () => {
      const both = await Promise.all([start('race'), start('race')]);
      for (const gateway of both) await works(gateway, await read('race'));
      await Promise.all(both.map((gateway) => gateway.close()));
    });

    it('rejects a damaged file by its name', async () => {
      await (await start('damaged')).close();
      await writeFile(file('damaged'), '{"apiKey":');
      await expect(start('damaged')).rejects.toThrow(file('damaged'));
    });
  });
});
