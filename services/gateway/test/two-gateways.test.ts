import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newSigningKey } from './gateway-fixture.ts';

const GATEWAY = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const PLAN = fileURLToPath(new URL('../../../scripts/plan.mjs', import.meta.url));
const FREE = 70;
describeOnServices('Two gateways in separate processes', (startServices) => {
  const stack = new CloseStack();
  const bases: string[] = [];
  let real: RealServices;
  let keys: { apiKey: string; testApiKey: string };

  beforeAll(async () => {
    real = stack.use(await startServices());
    const folder = await mkdtemp(join(tmpdir(), 'strata-two-gateways-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const env = {
      ...real.env,
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      OPS_HOST: '127.0.0.1',
      API_KEY_PEPPER: randomBytes(32).toString('base64url'),
      SECRET_FINGERPRINT_KEY: randomBytes(32).toString('base64url'),
      JWT_PRIVATE_KEY: newSigningKey(),
      FIRST_TENANT_CREDENTIALS_FILE: join(folder, 'credentials.json'),
      FIRST_TENANT_PLAN: 'free',
      LOG_LEVEL: 'warn',
    };
    for (let count = 0; count < 2; count += 1) bases.push(await startGatewayProcess(stack, env));
    keys = JSON.parse(await readFile(env.FIRST_TENANT_CREDENTIALS_FILE, 'utf8')) as typeof keys;
  });
  afterAll(() => stack.close());

  const ask = (base: string, key: string): Promise<Response> =>
    fetch(`${base}/v1/jobs/cap_unknown`, { headers: { Authorization: `Bearer ${key}` } });
  /** Sends `times` requests to each gateway at once. Returns how many each admitted. */
  const admitted = (key: string, times: number): Promise<number[]> =>
    Promise.all(
      bases.map(async (base) => {
        const replies = await Promise.all(Array.from({ length: times }, () => ask(base, key)));
        const statuses = replies.map(({ status }) => status);
        expect(statuses.filter((status) => status !== 404 && status !== 429)).toEqual([]);
        return statuses.filter((status) => status === 404).length;
      }),
    );
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

  it('share one limit of rate and burst', async () => {
    const counts = await admitted(keys.apiKey, 60);
    expect(sum(counts)).toBe(FREE);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    for (const base of bases) {
      const { status, headers } = await ask(base, keys.apiKey);
      expect([status, headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
    }
  });

  it('follow a plan that the operator assigns, within moments', async () => {
    const { meta } = (await (await ask(bases[0] ?? '', keys.testApiKey)).json()) as { meta: { tenantId: string } };
    const plan = (...args: string[]) =>
      promisify(execFile)(process.execPath, [PLAN, meta.tenantId, ...args], {
        env: { PATH: process.env['PATH'], DATABASE_URL: real.env.DATABASE_URL },
      });
    expect((await plan()).stdout).toBe(`${meta.tenantId}: plan free\n`);
    const { stdout } = await plan('team', '--rpm', '200', '--burst', '5');
    expect(stdout).toBe(`${meta.tenantId}: plan team, 200 requests a minute, burst 5\n`);
    let used = 1;
    for (const base of bases)
      await eventually(async () => {
        // Slowly, so that the free plan rejects no request: rejected requests do not count.
        await delay(100);
        used += 1;
        return (await ask(base, keys.testApiKey)).headers.get('x-ratelimit-limit') === '200';
      });
    // Fewer than a gateway's calls to one service at a time.
    expect(used + sum(await admitted(keys.testApiKey, 120))).toBe(205);
  });
});

/** Starts a gateway in a separate process, and waits for its cache. Returns its address. */
async function startGatewayProcess(stack: CloseStack, env: Record<string, string>): Promise<string> {
  const port = String(await freePort());
  const output: string[] = [];
  const child = spawn(process.execPath, [GATEWAY], { env: { ...env, PORT: port }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  stack.defer(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const base = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (child.exitCode !== null) return 'ended';
    const health = (await (await fetch(`${base}/health`)).json()) as { cache: string };
    return health.cache === 'connected';
  });
  if (child.exitCode !== null) throw new Error(`A gateway ended:\n${output.join('').slice(-4000)}`);
  return base;
}
