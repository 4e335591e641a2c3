import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { systemClock } from '@strata/kernel/clock';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { startTestEmbedded } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeServices } from '../src/compose-services.ts';
import type { ApiClient } from './fixtures/api-client.ts';
import { deploymentSecrets } from './fixtures/deployment-secrets.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { readHealth, waitForHealth, isUnwell, isWell } from './health/read-health.ts';
import { startBehindProxies, type ProxiedSystem } from './health/proxied-system.ts';

const event = { type: 'message', sessionId: 's', payload: { role: 'user', content: 'The printer is on fire' } };

describeOnServices('a system that loses a dependency', (startServices) => {
  const stack = new CloseStack();
  let system: ProxiedSystem;
  let api: ApiClient;

  beforeAll(async () => {
    system = await startBehindProxies(stack, stack.use(await startServices()));
    ({ api } = await newTenant(system.base));
    await waitForHealth(system.base, isWell);
  });
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
      const shortHealth = {
        status,
        postgres: dependency === 'database' ? 'disconnected' : 'connected',
        cache: dependency === 'cache' ? 'disconnected' : 'connected',
      };
      // On a busy machine, a probe of what still works may now and then take too long.
      await eventually(async () => {
        expect(await readShortHealth()).toMatchObject(shortHealth);
        return true;
      });
      system.proxies[dependency].mend();
      const well = await waitForHealth(system.base, isWell);
      expect(well.record.alerts).toEqual({ firing: 0, rules: [] });
      await eventually(() => api.call(captureEvent, { body: event }));
      await eventually(() => api.call(synthesize, { body: { query: 'printer' } }));
    },
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
});
