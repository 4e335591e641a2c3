import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import type { Clock } from '@strata/kernel/clock';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import jwt from 'jsonwebtoken';
import { newSigningKey, SIGNING_KEY, startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const DAY_MS = 24 * 3600 * 1000;
const forwarded = OPERATIONS.filter(({ service }) => service !== 'gateway');

describeOnDatabase('The gateway', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let token: string;
  let tenantId: string;
  let userId: string;
  let now = new Date();
  const clock: Clock = { now: () => now };

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection, clock });
    ({ token, tenantId, userId } = await fixture.register());
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  it.each(forwarded.map((operation) => [operation.name, operation] as const))(
    'forwards %s with the tenant of the credential',
    async (name, { method, path, credential, examples }) => {
      const { key, id } = await fixture.newKey(token, { scopes: ['admin'], environment: 'test', agentId: 'a1' });
      const [as, expected] =
        credential === 'jwt'
          ? [token, { scope: { tenantId, environment: 'live' }, actor: { type: 'user' } }]
          : [
              key,
              {
                scope: { tenantId, environment: 'test' },
                actor: { type: 'api_key', id, agentId: 'a1', ownerId: userId },
              },
            ];
      fixture.services.forwarded.length = 0;
      const { status } = await fixture.ask(`${method} ${path.replaceAll(/\{\w+\}/g, 'some-id')}`, {
        as,
        headers: { 'X-Request-Id': 'from-outside', 'X-Tenant-Id': 'ten_other' },
        ...(method === 'POST' || method === 'PATCH' ? { body: examples[0]?.body ?? {} } : {}),
      });
      expect(status).toBe(404);
      expect(fixture.services.forwarded).toMatchObject([{ name, context: { ...expected, requestId: 'from-outside' } }]);
    },
  );

  const read = (as: string): Promise<Reply> => fixture.ask('GET /v1/usage-metrics', { as });

  describe('with an API key', () => {
    it('rejects it with one wrong character', async () => {
      const { key } = await fixture.newKey(token);
      expect((await read(key)).status).toBe(200);
      for (const at of [13, 20, 32, 45, key.length - 1]) {
        const wrong = key.slice(0, at) + (key[at] === 'Q' ? 'R' : 'Q') + key.slice(at + 1);
        expect((await read(wrong)).status).toBe(401);
      }
    });

    it('rejects it after it expires', async () => {
      const { key } = await fixture.newKey(token, { expiresAt: new Date(now.getTime() + DAY_MS).toISOString() });
      expect((await read(key)).status).toBe(200);
      const before = now;
      now = new Date(now.getTime() + DAY_MS);
      const { status, error } = await read(key);
      now = before;
      expect([status, error.code]).toEqual([401, 'unauthorized']);
      expect(error.message).toMatch(/^The API key expired at \d{4}-/);
    });

    it('rejects it at once on every gateway after it is revoked', async () => {
      const second = await startGateway({ connection: database.connection, bus: fixture.bus, withoutServices: true });
      const { id, key } = await fixture.newKey(token);
      const elsewhere = () => second.ask('GET /v1/usage-metrics', { as: key });
      expect([(await read(key)).status, (await elsewhere()).status]).toEqual([200, 200]);
      expect((await fixture.ask(`DELETE /v1/api-keys/${id}`, { as: token })).status).toBe(200);
      expect([(await read(key)).status, (await elsewhere()).status]).toEqual([401, 401]);
      await second.close();
    });
  });

  describe('with a token', () => {
    const claims = (more: object = {}) => {
      const seconds = Math.floor(now.getTime() / 1000);
      const standard = { iss: 'strata', aud: 'strata', iat: seconds, exp: seconds + 60 };
      const { sub } = jwt.decode(token) as { sub: string };
      return { ...standard, sub, tenant_id: tenantId, ...more };
    };
    const kid = (): string => jwt.decode(token, { complete: true })?.header.kid ?? '';
    const signed = (payload: object, options: jwt.SignOptions = {}, key = SIGNING_KEY): string =>
      jwt.sign(payload, key, { algorithm: 'ES256', keyid: kid(), ...options });

    it('accepts a valid one', async () => {
      expect((await read(signed(claims()))).status).toBe(200);
    });

    it.each<[string, () => string]>([
      ['signed with another key', () => signed(claims(), {}, newSigningKey())],
      ['with an unknown key id', () => signed(claims(), { keyid: 'other' })],
      ['that expired', () => signed(claims({ exp: Math.floor(now.getTime() / 1000) - 10 }))],
      ['that is not valid yet', () => signed(claims({ nbf: Math.floor(now.getTime() / 1000) + 60 }))],
      ['of another issuer', () => signed(claims({ iss: 'other' }))],
      ['for another audience', () => signed(claims({ aud: 'other' }))],
      ['without a tenant', () => signed(claims({ tenant_id: undefined }))],
      ['with a tenant that is not an id', () => signed(claims({ tenant_id: "x' or 1=1" }))],
      ['without a user', () => signed(claims({ sub: undefined }))],
      ['without a signature', () => jwt.sign(claims(), '', { algorithm: 'none', keyid: kid() })],
      [
        'signed with the public key as a secret',
        () => jwt.sign(claims(), 'x'.repeat(40), { algorithm: 'HS256', keyid: kid() }),
      ],
      ['with an algorithm other than that of its key', () => forged(signed(claims()), { alg: 'RS256' })],
      ['whose payload was changed', () => forged(signed(claims()), {}, { tenant_id: 'ten_other' })],
    ])('rejects one %s', async (_, make) => {
      expect((await read(make())).status).toBe(401);
    });

    it('publishes the key that verifies it', async () => {
      const { body } = (await fetch(`http://127.0.0.1:${fixture.gateway.port}/.well-known/jwks.json`).then(
        async (response) => ({ body: await response.json() }),
      )) as { body: { keys: Record<string, unknown>[] } };
      expect(body.keys).toEqual([
        {
          kty: 'EC',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          kid: kid(),
          x: expect.any(String),
          y: expect.any(String),
        },
      ]);
    });
  });
});

function forged(token: string, header: object, payload: object = {}): string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const changed = (part: string, change: object): string =>
    Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(part, 'base64url').toString()) as object), ...change }),
    ).toString('base64url');
  return [changed(head, header), changed(body, payload), signature].join('.');
}
