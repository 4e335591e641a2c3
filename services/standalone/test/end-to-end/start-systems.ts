import { describe } from '@jest/globals';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createAmqpBus } from '@strata/platform/bus/amqp';
import { postgresConnection } from '@strata/platform/database/connection';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { realServices } from '@strata/testkit/real-services';
import { snapshotFile } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStandalone } from '../../src/app.ts';
import { composeServices } from '../../src/compose-services.ts';
import { deploymentSecrets } from './spawned.ts';
import type { StartSystem } from './system.ts';

/** What a test need not wait for: a database's first start, and hashes of passwords that nobody guesses at. */
export const SHORTCUTS = { database: { snapshotFile }, gateway: { bcryptCost: 4 } };

/** The default: one process on the embedded database. */
export const startEmbedded: StartSystem = ({ settings = {}, logger = silentLogger } = {}) =>
  openAll(async (stack) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'strata-e2e-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const env = { ...deploymentSecrets(), PORT: '0', DATA_DIR: dataDir, ...settings };
    const { port } = stack.use(await createStandalone(env, logger, SHORTCUTS));
    return { base: `http://127.0.0.1:${String(port)}`, close: () => stack.close() };
  });

const services = realServices();

/** The six services as they are deployed: PostgreSQL, Redis, and a connection to RabbitMQ for each. */
const startOnServices: StartSystem = ({ settings = {}, logger = silentLogger } = {}) =>
  openAll(async (stack) => {
    const real = await services?.start();
    if (!real) throw new Error('unreachable: the suite is skipped without services');
    stack.use(real);
    const { DATABASE_URL, AMQP_URL: url, AMQP_PREFIX: prefix } = real.env;
    const env = { ...real.env, ...deploymentSecrets(), PORT: '0', ...settings };
    const { port } = await composeServices(stack, env, (service) => ({
      bus: stack.use(createAmqpBus({ url, prefix, service, instanceId: newId('wrk'), logger })),
      connection: postgresConnection(DATABASE_URL),
      logger,
      metrics: createMetrics({ service }),
      clock: systemClock,
      ...SHORTCUTS.gateway,
    }));
    return { base: `http://127.0.0.1:${String(port)}`, close: () => stack.close() };
  });

/** Runs a suite on the embedded system, and on real services where the environment names them; else it shows as skipped. */
export function describeOnSystems(title: string, suite: (start: StartSystem) => void): void {
  describe(`${title}, embedded`, () => {
    suite(startEmbedded);
  });
  (services ? describe : describe.skip)(
    `${title}, on PostgreSQL, RabbitMQ and Redis${services ? '' : ' (skipped: needs DATABASE_URL, AMQP_URL and REDIS_URL)'}`,
    () => {
      suite(startOnServices);
    },
  );
}
