import { afterAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { realServices } from '@strata/testkit/real-services';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStream, storedEvents } from './fixtures/event-stream.ts';
import { pidOf } from './fixtures/pid-of.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';

const CLUSTER = fileURLToPath(new URL('../../../scripts/cluster.mjs', import.meta.url));
const SERVICES = ['ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault', 'gateway'];

const services = realServices();
(services ? describe : describe.skip)(
  `the cluster${services ? '' : ' (skipped: needs DATABASE_URL, AMQP_URL and REDIS_URL)'}`,
  () => {
    const cleanUp: (() => Promise<unknown>)[] = [];
    afterAll(async () => {
      for (const clean of cleanUp.reverse()) await clean();
    });

    test('every event answered with 202 is there exactly once, whichever process is killed -9 meanwhile', async () => {
      const real = await services?.start();
      if (!real) throw new Error('unreachable: the suite is skipped without services');
      cleanUp.push(() => real.close());
      const dataDir = await mkdtemp(join(tmpdir(), 'strata-cluster-'));
      cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
      const system = await SpawnedSystem.start(CLUSTER, {
        ...real.env,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        OPS_PORT_BASE: '0',
      });
      cleanUp.push(() => system.end('SIGTERM'));

      const stream = new EventStream(system.api, 'cluster');
      cleanUp.push(() => stream.stop());
      stream.start();
      for (const service of SERVICES) {
        const before = stream.accepted.size;
        await eventually(() => stream.accepted.size >= before + 100, { withinMs: 60_000 });
        const pid = await eventually(() => pidOf(service, system.process.pid ?? 0));
        process.kill(pid, 'SIGKILL');
        await eventually(async () => (await pidOf(service, system.process.pid ?? 0)) !== pid, { withinMs: 60_000 });
        await eventually(async () => (await system.api.get('/v1/health')).status === 200, { withinMs: 60_000 });
      }
      await stream.stop();

      await eventually(async () => (await storedEvents(system.api)).length >= stream.accepted.size, {
        withinMs: 60_000,
      });
      const stored = await storedEvents(system.api);
      expect(new Set(stored).size).toBe(stored.length);
      const there = new Set(stored);
      expect([...stream.accepted].filter((id) => !there.has(id))).toEqual([]);

      await system.end('SIGTERM');
      expect(system.process.exitCode).toBe(0);
    }, 300_000);
  },
);
