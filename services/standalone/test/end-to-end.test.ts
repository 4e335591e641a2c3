import { afterAll, beforeAll, describe } from '@jest/globals';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createAmqpBus } from '@strata/platform/bus/amqp';
import { postgresConnection } from '@strata/platform/database/connection';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { realServices } from '@strata/testkit/real-services';
import { silentLogger } from '@strata/testkit/test-logger';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStandalone } from '../src/app.ts';
import { composeServices } from '../src/compose-services.ts';
import { badInputRules } from './end-to-end/bad-input-rules.ts';
import { coreLoopRules } from './end-to-end/core-loop-rules.ts';
import { isolationRules } from './end-to-end/isolation-rules.ts';
import { deploymentSecrets } from './end-to-end/spawned.ts';
import type { StartSystem, System } from './end-to-end/system.ts';

/** The default: one process on the embedded database. */
const startEmbedded: StartSystem = () =>
  openAll(async (stack) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'strata-e2e-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const env = { ...deploymentSecrets(), PORT: '0', DATA_DIR: dataDir };
    const { port } = stack.use(await createStandalone(env, silentLogger));
    return { base: `http://127.0.0.1:${String(port)}`, close: () => stack.close() };
  });

const services = realServices();

/** The six services as they are deployed: PostgreSQL, Redis, and a connection to RabbitMQ for each. */
const startOnServices: StartSystem = () =>
  openAll(async (stack) => {
    const real = await services?.start();
    if (!real) throw new Error('unreachable: the suite is skipped without services');
    stack.use(real);
    const { DATABASE_URL, AMQP_URL: url, AMQP_PREFIX: prefix } = real.env;
    const { port } = await composeServices(stack, { ...real.env, ...deploymentSecrets(), PORT: '0' }, (service) => ({
      bus: stack.use(createAmqpBus({ url, prefix, service, instanceId: newId('wrk'), logger: silentLogger })),
      connection: postgresConnection(DATABASE_URL),
      logger: silentLogger,
      metrics: createMetrics({ service }),
      clock: systemClock,
    }));
    return { base: `http://127.0.0.1:${String(port)}`, close: () => stack.close() };
  });

function suite(start: StartSystem): void {
  let system: System;
  beforeAll(async () => {
    system = await start();
  }, 60_000);
  afterAll(() => system.close());

  describe('the core loop', () => {
    coreLoopRules(() => system);
  });
  describe('isolation', () => {
    isolationRules(() => system);
  });
  describe('bad input', () => {
    badInputRules(() => system);
  });
}

describe('from end to end, embedded', () => {
  suite(startEmbedded);
});

(services ? describe : describe.skip)(
  `from end to end, on PostgreSQL, RabbitMQ and Redis${services ? '' : ' (skipped: needs DATABASE_URL, AMQP_URL and REDIS_URL)'}`,
  () => {
    suite(startOnServices);
  },
);
