import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureBatch } from '@strata/contracts/operations/capture';
import { createIngest } from '@strata/ingest/app';
import { ingestConfigSchema } from '@strata/ingest/config';
import { loadConfig } from '@strata/platform/config/load-config';
import { postgresConnection } from '@strata/platform/database/connection';
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { RunningService } from '@strata/platform/service/running-service';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { silentLogger } from '@strata/testkit/test-logger';
import { connect } from 'amqplib';
import type { ApiClient } from './fixtures/api-client.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { waitForHealth, isWell } from './health/read-health.ts';
import { startBehindProxies, type ProxiedSystem } from './health/proxied-system.ts';

/** Each ingest process stores one message at a time. */
const ONE_AT_A_TIME = { STORE_BATCH_SIZE: '1', STORE_CONCURRENCY: '1', STORE_LINGER_MS: '0' };
/** Four messages are in the hands of both processes, the others at the broker. */
const BATCHES = 6;
const EVENTS = 40;

describeOnServices('the health of several processes', (startServices) => {
  const stack = new CloseStack();
  let system: ProxiedSystem;
  let api: ApiClient;
  let secondIngest: RunningService;
  let database: Database;
  let real: RealServices;

  beforeAll(async () => {
    real = stack.use(await startServices());
    system = await startBehindProxies(stack, real, { ...ONE_AT_A_TIME, DATABASE_POOL_SIZE: '3' });
    const config = loadConfig(ingestConfigSchema, { ...ONE_AT_A_TIME, DATABASE_POOL_SIZE: '7' });
    secondIngest = await createIngest(config, system.partsOf('ingest'));
    ({ api } = await newTenant(system.base));
    database = stack.use(
      createDatabase({
        connection: postgresConnection(real.env.DATABASE_URL),
        schema: 'ingest',
        role: 'strata_ingest',
        logger: silentLogger,
        metrics: createMetrics({ service: 'test' }),
      }),
    );
  });
  afterAll(async () => {
    await secondIngest.close();
    await stack.close();
  });

  test('counts dead letters and fires their alert, but stays healthy', async () => {
    const broker = await connect(real.env.AMQP_URL);
    const channel = await broker.createConfirmChannel();
    channel.sendToQueue(`${real.env.AMQP_PREFIX}.command.ingest.storeEvents`, Buffer.from('not an event'));
    await channel.waitForConfirms();
    await broker.close();
    const { status, record } = await waitForHealth(
      system.base,
      ({ record: { subsystems } }) => subsystems.workers.queues.capture.failed === 1,
    );
    expect([status, record.status, record.alerts.firing]).toEqual([200, 'healthy', 1]);
    expect(record.alerts.rules).toMatchObject([{ name: 'dead_letters', severity: 'critical' }]);
  });

  test('sums the events that wait and those in progress, and the database connections of all processes', async () => {
    await waitForHealth(system.base, isWell);
    let maxOfBoth = 0;
    await database.asRole('strata_ingest', async (tx) => {
      // No event can be stored while this lock is held.
      await tx.execute('lock table events in exclusive mode');
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const events = Array.from({ length: EVENTS }, (_, n) => ({
          type: 'message' as const,
          sessionId: 's',
          payload: { content: `event ${String(n)} of batch ${String(batch)}` },
        }));
        await api.call(captureBatch, { body: { events } });
      }
      const blocked = await waitForHealth(system.base, ({ record: { subsystems } }) => {
        const { queues, totalBacklog, oldestSeconds } = subsystems.workers;
        return queues.capture.active === 2 * EVENTS && totalBacklog === BATCHES * EVENTS && oldestSeconds.capture > 0;
      });
      expect(blocked.record.subsystems.workers.queues.capture).toMatchObject({
        waiting: (BATCHES - 2) * EVENTS,
        active: 2 * EVENTS,
      });
      // Only now is it certain that both processes have reported.
      maxOfBoth = blocked.record.subsystems.database.connections.max;
    });
    const done = await waitForHealth(system.base, ({ record: { subsystems } }) => {
      const { capture } = subsystems.workers.queues;
      return capture.active + capture.waiting === 0;
    });
    expect(done.record.subsystems.workers.oldestSeconds.capture).toBe(0);

    await secondIngest.close();
    const alone = await waitForHealth(
      system.base,
      (response) => response.record.subsystems.database.connections.max === maxOfBoth - 7,
    );
    expect(alone.record.status).toBe('healthy');
  });
});
