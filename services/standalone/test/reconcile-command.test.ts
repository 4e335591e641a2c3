import { expect, test } from '@jest/globals';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { postgresConnection, type DatabaseConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openSession } from '@strata/testkit/database-session';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { startTestEmbedded } from '@strata/testkit/test-databases';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codingSessions } from './fixtures/coding-sessions.ts';
import { newDataDir } from './fixtures/new-data-dir.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';

const COMMAND = fileURLToPath(new URL('../../../scripts/reconcile.mjs', import.meta.url));
const event = { type: 'message', sessionId: 's', payload: { role: 'user', content: 'The ferry leaves at noon.' } };

interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs the real command, as an operator does. */
const reconcile = (env: Readonly<Record<string, string>>, ...argv: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', ...env } };
    execFile(process.execPath, [COMMAND, ...argv], options, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });

/** Five kinds of damage, with the check that finds each. */
const FIVE_KINDS = {
  'event-counts': 'update ingest.event_counts set events = events - 2',
  'open-sessions': 'update ingest.open_sessions set uncompiled = uncompiled + 4',
  'search-index':
    "delete from synthesis.entries where id = (select min(id) from synthesis.entries where kind = 'memory')",
  'learned-sessions': 'update learn.sessions set steps = steps + 1',
  jobs: `insert into learn.jobs (tenant_id, environment, id, request, request_id, status, requested_at)
         select tenant_id, environment, 'lrn_stuck', '{}', 'req_1', 'active', now() from learn.jobs limit 1`,
};
const CHECKS = Object.keys(FIVE_KINDS);

async function damage(connection: DatabaseConnection): Promise<void> {
  const session = await openSession(connection);
  try {
    for (const sql of Object.values(FIVE_KINDS)) await session.query(sql);
  } finally {
    await session.close();
  }
}

/** The checks that found something, from the lines of the command. */
const found = ({ output }: Ended): string[] =>
  [...output.matchAll(/^([a-z-]+): (?:at least )?[\d,]+ differences?/gm)].map(([, check]) => check ?? '');

async function store({ api }: SpawnedSystem): Promise<void> {
  await api.call(captureBatch, { body: { events: codingSessions(6) } });
  await api.learn();
  await api.call(synthesize, { body: { query: 'Why does the migration fail?', maxTokens: 300 } });
  await api.call(captureEvent, { body: event });
}

describeOnServices('The command for reconciliation on a cluster', (startServices) => {
  test('names five kinds of damage, repairs them while the services run, and then finds none', async () => {
    const stack = new CloseStack();
    try {
      const real = stack.use(await startServices());
      const system = stack.use(await SpawnedSystem.startCluster(real, { DEFAULT_PLAN: 'enterprise' }));
      await store(system);
      const run = (...argv: string[]): Promise<Ended> => reconcile(real.env, '--wait', '2', ...argv);
      expect(await eventually(() => run())).toMatchObject({ exitCode: 0 });

      await damage(postgresConnection(real.env.DATABASE_URL));
      const damaged = await run();
      expect([damaged.exitCode, found(damaged)]).toEqual([1, expect.arrayContaining(CHECKS)]);
      expect(await run('--repair')).toMatchObject({ exitCode: 0 });
      await eventually(async () => (await run()).exitCode === 0);
    } finally {
      await stack.close();
    }
  });
});

test('The command for reconciliation repairs the data of standalone while it is stopped', async () => {
  const dataDir = await newDataDir();
  const start = (): Promise<SpawnedSystem> =>
    SpawnedSystem.startStandalone({ DATA_DIR: dataDir, DEFAULT_PLAN: 'enterprise' });
  try {
    const system = await start();
    await store(system);
    await system.end('SIGTERM');
    const run = (...argv: string[]): Promise<Ended> => reconcile({ DATA_DIR: dataDir }, ...argv);

    const database = await startTestEmbedded({ data: { dataDir: join(dataDir, 'database') } });
    await damage(database.connection);
    await database.close();
    const repaired = await run('--repair');
    expect([repaired.exitCode, found(repaired)]).toEqual([0, expect.arrayContaining(CHECKS)]);
    // What was queued is done after the start.
    const again = await start();
    await again.api.learn();
    await again.end('SIGTERM');
    expect(await run()).toMatchObject({ exitCode: 0 });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 600_000);
