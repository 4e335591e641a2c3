import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import bcrypt from 'bcrypt';
import { Redis } from 'ioredis';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { Client } from 'pg';
import request from 'supertest';
import { createBcryptHasher } from '../src/adapters/bcrypt-hasher.ts';
import { startGateway, type FixtureOptions, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const password = 'correct horse battery';
const WINDOW_SECONDS = 15 * 60;
const OLD_PEPPER = 'o'.repeat(32);

describeOnDatabase('A login', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;

  const start = (options: Partial<FixtureOptions> = {}): Promise<GatewayFixture> =>
    startGateway({ connection: database.connection, env: { TRUSTED_PROXIES: '1' }, ...options });

  beforeAll(async () => {
    database = await backend.start();
    fixture = await start();
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } });
  const register = (email: string, ip = '192.0.2.1', on = fixture): Promise<Reply> =>
    on.ask('POST /v1/auth/register', { body: { email, password }, ...from(ip) });
  const logIn = (email: string, ip: string, as = password, on = fixture): Promise<Reply> =>
    on.ask('POST /v1/auth/login', { body: { email, password: as }, ...from(ip) });
  const fail = async (times: number, email: (n: number) => string, ip: (n: number) => string): Promise<number[]> =>
    Promise.all(
      Array.from({ length: times }, async (_, n) => (await logIn(email(n), ip(n), 'not the password')).status),
    );
  const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);
  const expectRejected = ({ status, error, headers }: Reply): void => {
    expect([status, error.code]).toEqual([429, 'rate_limited']);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(error.message).toContain(`try again in ${String(seconds)} second`);
  };

  it.each(['known', 'unknown'])(
    'to an account that is %s is rejected after ten failures from one address, but not from another',
    async (kind) => {
      const email = `pair-${kind}@example.com`;
      if (kind === 'known') await register(email);
      const here = '198.51.100.1';
      expect(
        await fail(
          10,
          () => email,
          () => here,
        ),
      ).toEqual(times(10, 401));
      expectRejected(await logIn(email, here));
      expectRejected(await logIn(email.toUpperCase(), here, 'another guess'));
      expect((await logIn(email, '198.51.100.2')).status).toBe(kind === 'known' ? 200 : 401);
    },
  );

  it('by a stranger is rejected after fifty failures from all addresses, but never by the owner', async () => {
    const email = 'everywhere@example.com';
    const home = '203.0.113.1';
    await register(email, home);
    expect(
      await fail(
        50,
        () => email,
        (n) => `203.0.113.${String(n + 2)}`,
      ),
    ).toEqual(times(50, 401));
    expectRejected(await logIn(email, '203.0.113.200'));
    expect((await logIn(email, home)).status).toBe(200);
  });

  it('from a household is rejected after a hundred failures with any accounts', async () => {
    await register('neighbour@example.com');
    const household = (n: number): string => `2001:db8:7:7::${n.toString(16)}`;
    for (let round = 0; round < 4; round += 1)
      expect(await fail(25, (n) => `${String(round)}-${String(n)}@example.com`, household)).toEqual(times(25, 401));
    expectRejected(await logIn('neighbour@example.com', household(4711)));
    expect((await logIn('neighbour@example.com', '2001:db8:7:8::1')).status).toBe(200);
    const metrics = await fixture.metrics();
    expect(metrics).toMatch(/strata_limits_hit_total\{limit="login",service="gateway"\} [1-9]/);
  });

  it('does the same work in the database for a known and an unknown account', async () => {
    await register('work@example.com');
    const requests = new AsyncLocalStorage<string[]>();
    // Timers are not in the context of a request: pings, the outbox, figures.
    const send = Reflect.get(Client.prototype, 'query') as (...query: unknown[]) => unknown;
    const query = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...given: unknown[]
    ) {
      const [first] = given as [string | { text: string }];
      requests.getStore()?.push(typeof first === 'string' ? first : first.text);
      return send.apply(this, given) as never;
    });
    const statementsOf = async (email: string): Promise<string[]> => {
      const statements: string[] = [];
      const listener: RequestListener = (incoming, outgoing) => {
        requests.run(statements, () => {
          fixture.gateway.app(incoming, outgoing);
        });
      };
      const login = request(listener).post('/v1/auth/login').set('X-Forwarded-For', '192.0.2.9');
      expect((await login.send({ email, password: 'not the password' })).status).toBe(401);
      return statements;
    };
    try {
      const known = await statementsOf('work@example.com');
      expect(known.join('\n')).toContain('from gateway.users');
      expect(await statementsOf('no-work@example.com')).toEqual(known);
    } finally {
      query.mockRestore();
    }
  });

  it('hashes the password anew with the current cost, once and after the response', async () => {
    const email = 'upgraded@example.com';
    await register(email);
    const client = new Client({ connectionString: database.connection.connectionString });
    await client.connect();
    const hashOf = async (): Promise<string> =>
      (
        await client.query<{ password_hash: string }>('select password_hash from gateway.users where email = $1', [
          email,
        ])
      ).rows[0]?.password_hash ?? '';
    const upgrading = await start({ bcryptCost: 5 });
    try {
      const before = await hashOf();
      expect(before).toMatch(/^p1\.[\w-]{8}\.\$2b\$04\$/);
      expect((await logIn(email, '192.0.2.9', 'not the password', upgrading)).status).toBe(401);
      expect(await hashOf()).toBe(before);
      expect((await logIn(email, '192.0.2.9', password, upgrading)).status).toBe(200);
      const upgraded = await eventually(async () => {
        const hash = await hashOf();
        return hash.includes('.$2b$05$') ? hash : undefined;
      });
      expect((await logIn(email, '192.0.2.9', password, upgrading)).status).toBe(200);
      await upgrading.close();
      expect(await hashOf()).toBe(upgraded);
    } finally {
      await client.end();
    }
  });

  it.each([
    ['made before there was a pepper', () => bcrypt.hash(password, 4)],
    ['under a previous pepper', () => createBcryptHasher({ pepper: OLD_PEPPER, cost: 4 }).hash(password, '')],
  ])('with a hash %s still works, and replaces it by one under the current pepper', async (kind, hash) => {
    const email = `${kind.replaceAll(' ', '-')}@example.com`;
    await register(email);
    const earlier = await hash();
    const gateway = await start({ env: { TRUSTED_PROXIES: '1', API_KEY_PEPPER_PREVIOUS: OLD_PEPPER } });
    const client = new Client({ connectionString: database.connection.connectionString });
    await client.connect();
    try {
      await client.query('update gateway.users set password_hash = $2 where email = $1', [email, earlier]);
      expect((await logIn(email, '192.0.2.9', 'not the password', gateway)).status).toBe(401);
      expect((await logIn(email, '192.0.2.9', password, gateway)).status).toBe(200);
      await eventually(async () => {
        const { rows } = await client.query('select 1 from gateway.users where email = $1 and password_hash <> $2', [
          email,
          earlier,
        ]);
        return rows.length === 1;
      });
      // Without the previous pepper.
      expect((await logIn(email, '192.0.2.9', password)).status).toBe(200);
    } finally {
      await client.end();
      await gateway.close();
    }
  });

  it('accepts an e-mail address in any spelling', async () => {
    expect((await register(' Ｚoë@Example.COM'.replace('ë', 'e'))).data['user']).toMatchObject({
      email: 'zoe@example.com',
    });
    expect((await logIn('ZOE@example.com ', '192.0.2.1')).status).toBe(200);
    expect((await register('zoe@EXAMPLE.com')).status).toBe(409);
  });

  it('accepts a password in any Unicode form, with its length counted in characters', async () => {
    const written = (email: string, text: string) =>
      fixture.ask('POST /v1/auth/register', { body: { email, password: text }, ...from('192.0.2.1') });
    expect((await written('accents@example.com', 'Zoë est là-bas'.normalize('NFD'))).status).toBe(201);
    expect((await logIn('accents@example.com', '192.0.2.1', 'Zoë est là-bas'.normalize('NFC'))).status).toBe(200);
    const emoji = (count: number): string => [...'😀🚢🌊🐟🦀🐚'.repeat(30)].slice(0, count).join('');
    expect((await written('eleven@example.com', emoji(11))).error.message).toContain('12 characters');
    expect((await written('twelve@example.com', emoji(12))).status).toBe(201);
    expect((await written('most@example.com', emoji(128))).status).toBe(201);
    expect((await written('more@example.com', emoji(129))).error.message).toContain('128 characters');
    expect((await logIn('most@example.com', '192.0.2.1', emoji(128))).status).toBe(200);
  });

  it('is not needed to limit registrations, which have a limit per hour and address', async () => {
    const strict = await start({ env: { TRUSTED_PROXIES: '1', REGISTRATIONS_PER_HOUR: '3' } });
    const statuses: number[] = [];
    for (const name of ['one', 'two', 'two']) {
      statuses.push((await register(`${name}-hour@example.com`, '192.0.2.77', strict)).status);
    }
    expect(statuses).toEqual([201, 201, 409]);
    const { status, error, headers } = await register('four-hour@example.com', '192.0.2.77', strict);
    expect([status, error.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(WINDOW_SECONDS);
    expect((await register('five-hour@example.com', '192.0.2.78', strict)).status).toBe(201);
    await strict.close();
  });

  describe('with Redis', () => {
    const url = process.env['REDIS_URL'] ?? '';
    (url === '' ? it.skip : it)('is counted by all gateways together, under pseudonyms', async () => {
      const env = { TRUSTED_PROXIES: '1', REDIS_URL: url, API_KEY_PEPPER: `${Math.random()}`.padEnd(40, 'x') };
      const gateways = await Promise.all([start({ env }), start({ env })]);
      const email = `shared-${backend.name}-${String(Date.now())}@example.com`;
      await register(email);
      for (const [n, gateway] of gateways.entries()) {
        const guesses = Array.from({ length: 5 }, () =>
          logIn(email, '198.51.100.9', `a wrong guess ${String(n)}`, gateway),
        );
        expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(times(5, 401));
      }
      for (const gateway of gateways) expectRejected(await logIn(email, '198.51.100.9', password, gateway));
      const redis = new Redis(url);
      const names = await redis.keys('strata:window:*');
      redis.disconnect();
      expect(names.some((name) => name.includes('login-pair'))).toBe(true);
      for (const name of [email, email.slice(0, email.indexOf('@')), '198.51.100.9'])
        expect(names.filter((each) => each.includes(name))).toEqual([]);
      await Promise.all(gateways.map((gateway) => gateway.close()));
    });
  });
});
