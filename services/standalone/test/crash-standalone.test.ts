import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStream, storedEvents } from './fixtures/event-stream.ts';
import { deploymentSecrets, SpawnedSystem } from './fixtures/spawned-system.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const KILLS = 3;
const ACCEPTED_BEFORE_A_KILL = 400;

let dataDir: string;
let running: SpawnedSystem | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'strata-crash-'));
});
afterAll(async () => {
  await running?.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

test('every event answered with 202 is there exactly once after kill -9 while capturing and learning', async () => {
  const env = { PORT: String(await freePort()), DATA_DIR: dataDir, ...deploymentSecrets() };
  const accepted = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    running = await SpawnedSystem.start(MAIN, env);
    const stream = new EventStream(running.api, `run-${String(kill)}`);
    stream.start();
    await eventually(() => stream.accepted.size >= ACCEPTED_BEFORE_A_KILL / 2, { withinMs: 60_000 });
    await running.api.post('/v1/learn', {});
    await eventually(() => stream.accepted.size >= ACCEPTED_BEFORE_A_KILL, { withinMs: 60_000 });
    await running.end('SIGKILL');
    await stream.stop();
    for (const id of stream.accepted) accepted.add(id);
  }

  running = await SpawnedSystem.start(MAIN, env);
  const stored = await storedEvents(running.api);
  expect(new Set(stored).size).toBe(stored.length);
  expect([...accepted].filter((id) => !stored.includes(id))).toEqual([]);

  expect(await running.api.learn()).toMatchObject({ status: 'completed' });
  const { totals } = await running.api.call(getUsageMetrics);
  // Each event says something of its own, so each is one memory: none lost on the way, none made twice.
  expect(totals).toMatchObject({ events: stored.length, memories: stored.length });
  await running.end('SIGTERM');
  expect(running.process.exitCode).toBe(0);
}, 300_000);
