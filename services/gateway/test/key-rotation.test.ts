import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Clock } from '@strata/kernel/clock';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { startTestDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import jwt from 'jsonwebtoken';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotateKeyFile } from '../src/adapters/rotate-key-file.ts';
import { newSigningKey, startGateway, type GatewayFixture } from './gateway-fixture.ts';

const HOUR_MS = 3_600_000;

/** Two gateways of one deployment, with one database and one key file. */
describe('Rotating the signing key', () => {
  const stack = new CloseStack();
  let database: TestDatabase;
  let folder: string;
  let file: string;
  let ahead = 0;
  const clock: Clock = { now: () => new Date(Date.now() + ahead) };
  let first: GatewayFixture;
  let second: GatewayFixture;
  let account: { email: string; password: string };

  const start = async (): Promise<GatewayFixture> =>
    stack.use(
      await startGateway({
        connection: database.connection,
        bus: stack.use(createInProcessBus()),
        clock,
        env: { JWT_PRIVATE_KEY: '', JWT_SIGNING_KEY_FILE: file },
      }),
    );

  beforeAll(async () => {
    database = await startTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'strata-keys-'));
    file = join(folder, 'keys.pem');
    await writeFile(file, newSigningKey(), { mode: 0o600 });
    [first, second] = [await start(), await start()];
    account = await first.register();
  });
  afterAll(async () => {
    await stack.close();
    await database.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    ahead = 0;
  });

  const logIn = async (at: GatewayFixture): Promise<string> => {
    const { email, password } = account;
    const { status, data } = await at.ask('POST /v1/auth/login', { body: { email, password } });
    expect(status).toBe(200);
    return String(data['token']);
  };
  const statusOf = async (token: string, at: GatewayFixture): Promise<number> =>
    (await at.ask('GET /v1/usage-metrics', { as: token })).status;
  const everywhere = (token: string): Promise<number[]> =>
    Promise.all([statusOf(token, first), statusOf(token, second)]);
  const kidOf = (token: string): string | undefined => jwt.decode(token, { complete: true })?.header.kid;
  const publishedBy = async ({ gateway }: GatewayFixture): Promise<unknown[]> => {
    const response = await fetch(`http://127.0.0.1:${gateway.port}/.well-known/jwks.json`);
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  const rotate = () => rotateKeyFile(file, { now: clock.now(), dropEarlier: false });

  it('invalidates no token issued before, during or after it, on any gateway', async () => {
    const before = [await logIn(first), await logIn(second)];
    const issued = [...before];
    let isRotating = true;
    const logging = [first, second].map(async (at) => {
      while (isRotating) {
        const token = await logIn(at);
        issued.push(token);
        expect(await everywhere(token)).toEqual([200, 200]);
      }
    });
    for (let rotation = 0; rotation < 3; rotation += 1) {
      await rotate();
      // It starts with the new key, which the other gateways have not read yet.
      const newest = await start();
      const token = await logIn(newest);
      issued.push(token);
      expect(await everywhere(token)).toEqual([200, 200]);
    }
    isRotating = false;
    await Promise.all(logging);

    for (const token of issued) expect(await everywhere(token)).toEqual([200, 200]);
    expect(new Set(issued.map(kidOf)).size).toBe(4);
    expect(await publishedBy(first)).toEqual(await publishedBy(second));
    expect(await publishedBy(first)).toHaveLength(4);
  });

  it('is noticed by a gateway that gets no new token', async () => {
    const kid = kidOf(await logIn(first));
    await rotate();
    await eventually(async () => kidOf(await logIn(first)) !== kid);
    await eventually(async () => kidOf(await logIn(second)) !== kid);
  });

  it('removes the old key in the end: its tokens are rejected even with the clock set back', async () => {
    const old = await logIn(first);
    await rotate();
    ahead = 2 * HOUR_MS;
    await rotate();
    const fresh = await logIn(await start());
    expect(await everywhere(fresh)).toEqual([200, 200]);
    ahead = 0;
    expect(await everywhere(old)).toEqual([401, 401]);
    expect(await publishedBy(first)).not.toContain(kidOf(old));
  });

  it('keeps the known keys while the file is damaged, and logs a warning', async () => {
    const token = await logIn(first);
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, 100));
    const unknown = jwt.sign({}, newSigningKey(), { algorithm: 'ES256', keyid: 'unknown', issuer: 'strata' });
    expect(await everywhere(unknown)).toEqual([401, 401]);
    expect(await everywhere(token)).toEqual([200, 200]);
    await eventually(() =>
      first.log.lines.some(({ level, message }) => level === 'warn' && String(message).includes('signing keys stay')),
    );
    await writeFile(file, whole);
    expect(await everywhere(await logIn(second))).toEqual([200, 200]);
  });
});
