import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { getJob } from '@strata/contracts/operations/learn';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { systemClock } from '@strata/kernel/clock';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { startTestEmbedded } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeServices } from '../src/compose-services.ts';
import type { ApiClient, ApiResponse } from './fixtures/api-client.ts';
import { deploymentSecrets } from './fixtures/deployment-secrets.ts';
import { countEvents, EventStream, storedEvents } from './fixtures/event-stream.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { readHealth, waitForHealth, isUnwell, isWell } from './health/read-health.ts';
import { setReadOnly } from './fixtures/read-only-database.ts';
import { startBehindProxies, type ProxiedSystem } from './health/proxied-system.ts';

const event = { type: 'message', sessionId: 's', payload: { role: 'user', content: 'The printer is on fire' } };

/** A failover takes longer: `READ_ONLY_SECONDS=95` repeats the outage that once moved events to the dead letters. */
const READ_ONLY_MS = Number(process.env['READ_ONLY_SECONDS'] ?? 3) * 1000;
const RECOVERY_MS = 10_000;
const ACCEPTED_WITHIN_MS = 30_000;
const JOBS = 3;

describeOnServices('a system that loses a dependency', (startServices) => {
  const stack = new CloseStack();
  let real: RealServices;
  let system: ProxiedSystem;
  let api: ApiClient;
  let user: ApiClient;

  beforeAll(async () => {
    real = stack.use(await startServices());
    system = await startBehindProxies(stack, real);
    ({ api, user } = await newTenant(system.base));
    await waitForHealth(system.base, isWell);
  }, 60_000);
  afterAll(() => stack.close());

  const readShortHealth = async (): Promise<unknown> => (await fetch(`${system.base}/health`)).json();

  test.each([
    ['database', 'cut', 'unhealthy', 'database_down'],
    ['database', 'hang', 'unhealthy', 'database_down'],
    ['database', 'block', 'unhealthy', 'database_down'],
    ['bus', 'cut', 'unhealthy', 'bus_down'],
    ['bus', 'hang', 'unhealthy', 'bus_down'],
    ['cache', 'cut', 'degraded', 'cache_down'],
    ['cache', 'hang', 'degraded', 'cache_down'],
    ['cache', 'block', 'degraded', 'cache_down'],
  ] as const)(
    'without its %s (%s) is %s, fires the alert %s, and recovers by itself',
    async (dependency, fault, status, alert) => {
      system.proxies[dependency][fault]();
      const { record, text } = await waitForHealth(
        system.base,
        (response) => isUnwell(response) && response.record.alerts.rules.some(({ name }) => name === alert),
      );
      expect(record.status).toBe(status);
      expect(record.subsystems[dependency === 'bus' ? 'workers' : dependency].status).toBe(status);
      expect(text).not.toMatch(/127\.0\.0\.1|localhost|postgres:|amqp:|redis:|ECONN|stack/i);
      expect(await readShortHealth()).toMatchObject({
        status,
        postgres: dependency === 'database' ? 'disconnected' : 'connected',
        cache: dependency === 'cache' ? 'disconnected' : 'connected',
      });
      system.proxies[dependency].mend();
      const well = await waitForHealth(system.base, isWell);
      expect(well.record.alerts).toEqual({ firing: 0, rules: [] });
      await eventually(() => api.call(captureEvent, { body: event }));
      await eventually(() => api.call(synthesize, { body: { query: 'printer' } }));
    },
    60_000,
  );

  test(
    'whose database accepts no writes is unhealthy, loses no event and no job, answers no 500, and recovers by itself',
    async () => {
      const statuses = new Map<string, number>();
      const seen = ({ status, headers }: ApiResponse, what: string): void => {
        const name = `${what} ${String(status)}`;
        statuses.set(name, (statuses.get(name) ?? 0) + 1);
        if (status === 503) expect(headers['retry-after']).toBeDefined();
      };
      const others = await countEvents(api);
      // Without keys: until a gateway has known them for ten seconds, a new key is claimed in the database.
      const events = stack.use(EventStream.start(api, 'standby', 150, [undefined], false));
      await eventually(() => events.accepted.size > 50);
      await setReadOnly(real.env.DATABASE_URL, true);
      const startedAt = performance.now();
      const before = events.accepted.size;
      const jobs = new Set<string>();
      // Other services may notice first.
      await waitForHealth(system.base, ({ record }) => record.subsystems.database.status === 'unhealthy');
      const noticedMs = performance.now() - startedAt;
      do {
        seen(await user.post('/v1/api-keys', { name: 'k', scopes: ['read'] }), 'create key');
        seen(await api.get('/v1/events'), 'list events');
        seen(await api.get('/v1/memories'), 'list memories');
        seen(await api.post('/v1/synthesize', { query: 'depot' }), 'synthesize');
        seen(await api.get('/v1/usage-metrics'), 'usage');
        if (jobs.size < JOBS) {
          const learn = await api.post('/v1/learn', {});
          seen(learn, 'learn');
          if (learn.status === 202) jobs.add((learn.body as { data: { jobId: string } }).data.jobId);
        }
        expect(isUnwell(await readHealth(system.base))).toBe(true);
        // Events and jobs are accepted all the same. If they are not, this fails by what was answered instead.
        if (performance.now() - startedAt > READ_ONLY_MS + ACCEPTED_WITHIN_MS)
          throw new Error(
            `Nothing was accepted: ${JSON.stringify(Object.fromEntries([...statuses, ...events.failures]))}`,
          );
      } while (performance.now() - startedAt < READ_ONLY_MS || jobs.size === 0 || events.accepted.size === before);
      await setReadOnly(real.env.DATABASE_URL, false);
      const backAt = performance.now();
      const well = await waitForHealth(system.base, isWell);
      const healthyMs = performance.now() - backAt;
      await events.close();
      const { accepted } = events;
      await eventually(async () => (await countEvents(api)) >= accepted.size + others);
      const storedMs = performance.now() - backAt;
      for (const id of jobs)
        await eventually(async () => (await api.call(getJob, { params: { id } })).status === 'completed');
      const learntMs = performance.now() - backAt;
      const stored = new Set(await storedEvents(api));
      expect([...accepted].filter((id) => !stored.has(id))).toEqual([]);
      expect([...statuses.keys()].filter((name) => name.endsWith(' 500'))).toEqual([]);
      expect(statuses.get('create key 503')).toBeGreaterThan(0);
      expect(statuses.get('list events 200')).toBeGreaterThan(0);
      expect(well.record.subsystems.workers.queues).toMatchObject({ capture: { failed: 0 }, learn: { failed: 0 } });
      // A bound for a system that waits for its longest delay, not a measure.
      expect(storedMs).toBeLessThan(RECOVERY_MS);
      if (process.env['READ_ONLY_SECONDS'] !== undefined)
        process.stdout.write(
          `${JSON.stringify({ accepted: accepted.size - before, jobs: jobs.size, noticedMs, healthyMs, storedMs, learntMs, ...Object.fromEntries(statuses) })}\n`,
        );
    },
    READ_ONLY_MS + 90_000,
  );
});

test('a standalone is unhealthy while its database is down, and loses no event', async () => {
  const stack = new CloseStack();
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'strata-outage-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const database = stack.use(await startTestEmbedded({ data: { dataDir } }));
    const bus = stack.use(createInProcessBus());
    const metrics = createMetrics({ service: 'standalone' });
    const env = { ...deploymentSecrets(), PORT: '0', HOST: '127.0.0.1', DEFAULT_PLAN: 'enterprise' };
    const { port } = await composeServices(stack, env, (service) => ({
      bus,
      connection: database.connection,
      logger: silentLogger,
      clock: systemClock,
      metrics: metrics.forService(service),
    }));
    const base = `http://127.0.0.1:${String(port)}`;
    const { api } = await newTenant(base);
    const { eventId: id } = await api.call(captureEvent, { body: event });
    await waitForHealth(base, isWell);
    const { record } = await eventually(async () => {
      // The database restarts within a second, so repeat the crash until the health shows it.
      await database.crash();
      const response = await readHealth(base);
      return isUnwell(response) && response;
    });
    expect([record.status, record.subsystems.database.status]).toEqual(['unhealthy', 'unhealthy']);
    await waitForHealth(base, isWell);
    expect(await eventually(() => api.call(getEvent, { params: { id } }))).toMatchObject({
      id,
      payload: event.payload,
    });
  } finally {
    await stack.close();
  }
}, 60_000);
