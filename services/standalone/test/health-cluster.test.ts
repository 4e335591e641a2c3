import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { realServices } from '@strata/testkit/real-services';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pidOf } from './fixtures/pid-of.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { readHealth, waitForHealth, isUnwell, isWell } from './health/read-health.ts';

const CLUSTER = fileURLToPath(new URL('../../../scripts/cluster.mjs', import.meta.url));
const event = { type: 'message', sessionId: 's', payload: { role: 'user', content: 'The printer is on fire' } };

const services = realServices();
(services ? describe : describe.skip)(
  `the health of the cluster${services ? '' : ' (skipped: needs DATABASE_URL, AMQP_URL and REDIS_URL)'}`,
  () => {
    const stack = new CloseStack();
    let system: SpawnedSystem;

    beforeAll(async () => {
      const real = await services?.start();
      if (!real) throw new Error('unreachable: the suite is skipped without services');
      stack.use(real);
      const dataDir = await mkdtemp(join(tmpdir(), 'strata-health-'));
      stack.defer(() => rm(dataDir, { recursive: true, force: true }));
      const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), OPS_PORT_BASE: '0' };
      system = await SpawnedSystem.start(CLUSTER, { ...real.env, ...settings });
      stack.defer(() => system.end('SIGTERM'));
    }, 100_000);
    afterAll(() => stack.close());

    const supervisor = (): number => system.process.pid ?? 0;

    test.each(['ingest', 'learn-compiler', 'synthesis', 'enterprise-org'])(
      'is degraded while the process of %s hangs, takes events meanwhile, and is well again by itself',
      async (service) => {
        const pid = await pidOf(service, supervisor());
        process.kill(pid, 'SIGSTOP');
        try {
          const { record } = await waitForHealth(system.base, isUnwell);
          expect([record.status, record.subsystems.workers.services[service]]).toEqual(['degraded', 'down']);
          expect(record.alerts.rules).toMatchObject([{ name: 'service_down' }]);
          await system.api.call(captureEvent, { body: event });
        } finally {
          process.kill(pid, 'SIGCONT');
        }
        await waitForHealth(system.base, isWell);
      },
      60_000,
    );

    test('is degraded while a process that was killed is gone, and well again with its successor', async () => {
      const { record } = await eventually(async () => {
        // Its successor is soon there: only one that is killed again and again is sure to be seen missing.
        const pid = await pidOf('synthesis', supervisor()).catch(() => undefined);
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
        const answer = await readHealth(system.base);
        return isUnwell(answer) && answer;
      });
      expect([record.status, record.subsystems.workers.services['synthesis']]).toEqual(['degraded', 'down']);
      await eventually(async () => isWell(await readHealth(system.base)), { withinMs: 60_000 });
    }, 90_000);
  },
);
