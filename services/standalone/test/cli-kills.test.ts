import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type Ran } from './cli/run-program.ts';
import { deploymentSecrets, newRsaSigningKey } from './fixtures/deployment-secrets.ts';
import { newDataDir } from './fixtures/new-data-dir.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';

const EVENTS = 1500;
const STORED_BEFORE_A_KILL = 200;
const WITHIN = { withinMs: 120_000 };

let env: Record<string, string> & { DATA_DIR: string };
let system: SpawnedSystem;
let home: string;

const start = async (): Promise<void> => {
  system = await SpawnedSystem.startStandalone(env);
};
const apiOf = (apiKey: string): Strata['api'] => new Strata({ baseUrl: system.base, apiKey }).api;
const countOf = async (apiKey: string): Promise<number> =>
  (await apiOf(apiKey).listEvents({ limit: 1 })).pagination.total;
const strata = (args: readonly string[], apiKey: string, more: Partial<Parameters<typeof runProgram>[1]> = {}) =>
  runProgram(args, { home, env: { STRATA_URL: system.base, STRATA_API_KEY: apiKey }, ...more });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'strata-cli-kills-'));
  env = {
    ...deploymentSecrets(),
    ...{ JWT_PRIVATE_KEY: newRsaSigningKey(), DEFAULT_PLAN: 'enterprise' },
    ...{ DATA_DIR: await newDataDir(), PORT: String(await freePort()) },
  };
  await start();
});
afterAll(async () => {
  await system.end('SIGKILL');
  await rm(env.DATA_DIR, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
});

const INPUT = Array.from({ length: EVENTS }, (_, n) =>
  JSON.stringify({
    ...{ type: 'message', sessionId: `s${String(n % 7)}`, payload: { role: 'user', content: `Parcel ${String(n)}` } },
    metadata: { occurredAt: new Date(Date.UTC(2026, 4, 8) + n * 1000).toISOString() },
  }),
).join('\n');

/** Runs a command, and kills the service when it has stored some of the events. Then the service starts again. */
async function killDuring(args: readonly string[], apiKey: string, input: string, killsProgram: boolean): Promise<Ran> {
  let program: ChildProcess | undefined;
  const running = strata(args, apiKey, { input, during: (child) => (program = child) });
  await eventually(async () => (await countOf(apiKey)) >= STORED_BEFORE_A_KILL, WITHIN);
  await system.end('SIGKILL');
  if (killsProgram) program?.kill('SIGKILL');
  await start();
  return running;
}

/** The contents of all events, each as often as it is stored. */
async function contentsOf(apiKey: string): Promise<unknown[]> {
  const contents: unknown[] = [];
  for await (const { payload } of apiOf(apiKey).listEvents({ limit: 100 })) contents.push(payload['content']);
  return contents;
}

const ALL = Array.from({ length: EVENTS }, (_, n) => `Parcel ${String(n)}`).sort();

test('events are captured and restored once, though service and program are killed in between', async () => {
  const { credential: first = '' } = system.api;
  await killDuring(['capture'], first, INPUT, true);
  expect(await strata(['capture'], first, { input: INPUT })).toMatchObject({ code: 0, err: '' });
  expect((await contentsOf(first)).sort()).toEqual(ALL);

  const file = join(home, 'backup.jsonl');
  expect(await strata(['export', file], first)).toMatchObject({ code: 0, err: '' });
  const account = { email: 'second@example.com', password: 'long-enough-for-Strata-1', tenantName: 'second' };
  const { token } = await new Strata({ baseUrl: system.base }).api.registerAccount(account);
  const { key: second } = await apiOf(token).createApiKey({ name: 'cli', scopes: ['read', 'write'] });
  // A service that comes back in time is waited for.
  expect(await killDuring(['restore', file], second, '', false)).toMatchObject({ code: 0, err: '' });
  expect(await strata(['restore', file], second)).toMatchObject({ code: 0, err: '' });
  expect((await contentsOf(second)).sort()).toEqual(ALL);
}, 400_000);
