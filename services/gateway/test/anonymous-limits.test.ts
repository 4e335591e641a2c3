import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { connect } from 'node:net';
import { newApiKey } from '../src/api-keys/key-format.ts';
import { startGateway, type RequestOptions, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const RATE = 10;
let hosts = 0;
/** An address that no request has used yet. */
const newAddress = (): string => `198.51.100.${(hosts += 1)}`;

describeOnDatabase('Anonymous clients', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    database = await backend.start();
    // Behind a trusted proxy, a test can use any address.
    const env = { TRUSTED_PROXIES: '1', ANONYMOUS_REQUESTS_PER_MINUTE: String(RATE) };
    fixture = await startGateway({ connection: database.connection, env, publicMetrics: true });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  const askFrom = (address: string, what: string, { headers, ...options }: RequestOptions = {}): Promise<Reply> =>
    fixture.ask(what, { ...options, headers: { ...headers, 'X-Forwarded-For': address } });
  const unknownKey = (): string => newApiKey('live').key;
  const useUp = async (address: string): Promise<void> => {
    for (let count = 0; count < RATE; count += 1)
      expect((await askFrom(address, 'GET /v1/artifacts', { as: unknownKey() })).status).toBe(401);
  };

  const account = { email: 'unknown@example.com', password: 'a long enough password' };
  const counted: [string, string, RequestOptions, number][] = [
    ['a missing credential', 'GET /v1/artifacts', {}, 401],
    ['a malformed credential', 'GET /v1/artifacts', { as: 'malformed' }, 401],
    ['an unknown key', 'GET /v1/artifacts', { as: unknownKey() }, 401],
    ['an invalid token', 'GET /v1/artifacts', { as: 'aaaa.bbbb.cccc' }, 401],
    ['a failed login', 'POST /v1/auth/login', { body: account }, 401],
    ['a broken body', 'POST /v1/auth/login', { body: '{"email":' }, 400],
    ['a body of another type', 'POST /v1/auth/login', { body: 'x', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['a registration', 'POST /v1/auth/register', { body: { ...account, email: 'new@example.com' } }, 201],
    ['an unknown path', 'GET /v1/nothing', {}, 404],
    ['another method', 'DELETE /v1/artifacts', {}, 405],
    ['another method on an open path', 'POST /health', {}, 405],
    ['a malformed path', 'GET /v1/artifacts/%E0%A4%A', {}, 400],
    ['the reference', 'GET /docs', {}, 200],
    ['the interface document', 'GET /v1/openapi.json', {}, 200],
    ['the public keys', 'GET /.well-known/jwks.json', {}, 200],
    ['the root path', 'GET /', {}, 302],
    ['the metrics', 'GET /metrics', {}, 200],
  ];
  const open = ['/health', '/v1/health'];

  it.each(counted)(
    'count against the limit of their address, which is in the response: %s',
    async (_, what, options, status) => {
      const address = newAddress();
      const reply = await askFrom(address, what, options);
      expect(reply.status).toBe(status);
      expect(reply.headers).toMatchObject({
        'x-ratelimit-limit': String(RATE),
        'x-ratelimit-remaining': String(RATE - 1),
        'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
      });
    },
  );

  it.each(counted)('are rejected once it is used up: %s', async (_, what, options) => {
    const address = newAddress();
    await useUp(address);
    const { status, error, headers } = await askFrom(address, what, options);
    expect([status, error.code]).toEqual([429, 'rate_limited']);
    const seconds = headers['retry-after'] ?? '';
    expect(error.message).toMatch(
      new RegExp(`^Too many requests from this address .*try again in ${seconds} seconds?$`),
    );
    expect(headers).toMatchObject({ 'x-ratelimit-limit': String(RATE), 'x-ratelimit-remaining': '0' });
  });

  it.each(open)('are never rejected by a health check, which has the limit of their address: %s', async (path) => {
    const address = newAddress();
    const get = async () => {
      const url = `http://127.0.0.1:${String(fixture.gateway.port)}${path}`;
      const { status, headers } = await fetch(url, { headers: { 'X-Forwarded-For': address } });
      return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
    };
    expect(await get()).toEqual([200, String(RATE), String(RATE)]);
    await useUp(address);
    expect(await get()).toEqual([200, String(RATE), '0']);
  });

  it('count against the limit of their address even if the request is not HTTP', async () => {
    const send = () =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(fixture.gateway.port, '127.0.0.1', () => socket.end('hello\r\n\r\n'));
        socket.on('data', (data: Buffer) => (text += data.toString()));
        socket.once('close', () => resolve(text)).once('error', reject);
      });
    const remaining = (response: string): number => {
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      const [, left] =
        /\r\nX-RateLimit-Limit: 10\r\nX-RateLimit-Remaining: (\d+)\r\nX-RateLimit-Reset: \d{10}\r\n/.exec(response) ??
        [];
      return Number(left);
    };
    const first = remaining(await send());
    expect(remaining(await send())).toBe(first - 1);
  });

  it('are rejected before anything is looked up or hashed, even with a valid credential', async () => {
    const { token, email, password } = await fixture.register();
    const { key } = await fixture.newKey(token);
    const address = newAddress();
    await useUp(address);
    const valid = [
      await askFrom(address, 'GET /v1/artifacts', { as: key }),
      await askFrom(address, 'POST /v1/auth/login', { body: { email, password } }),
    ];
    expect(valid.map(({ status }) => status)).toEqual([429, 429]);
    expect((await askFrom(newAddress(), 'POST /v1/auth/login', { body: { email, password } })).status).toBe(200);
  });

  it('do not block a client at the same address whose credential was valid recently', async () => {
    const { token } = await fixture.register();
    const { key, id } = await fixture.newKey(token);
    const address = newAddress();
    expect((await askFrom(address, 'GET /v1/usage-metrics', { as: key })).status).toBe(200);
    await useUp(address);
    const reply = await askFrom(address, 'GET /v1/usage-metrics', { as: key });
    expect([reply.status, Number(reply.headers['x-ratelimit-limit'])]).toEqual([200, 1_000_000]);
    // A credential that was valid recently is still checked.
    await fixture.ask(`DELETE /v1/api-keys/${id}`, { as: token });
    expect((await askFrom(address, 'GET /v1/usage-metrics', { as: key })).status).toBe(429);
  });

  it('share the limit of their IPv6 network of 64 bits', async () => {
    await useUp('2001:db8:1:2::1');
    const statusFrom = async (address: string) => (await askFrom(address, 'GET /v1/nothing')).status;
    expect(await statusFrom('2001:db8:1:2:ffff::99')).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(404);
  });

  it('are in the metrics when they are rejected', async () => {
    expect(await fixture.metrics()).toMatch(/strata_limits_hit_total\{limit="address",service="gateway"\} \d+/);
  });
});
