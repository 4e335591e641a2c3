import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRoles } from '@strata/contracts/calls/organizations';
import { startTestDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import jwt from 'jsonwebtoken';
import { createHmac, createPublicKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newSigningKey, SIGNING_KEY, startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { IdentityProvider } from './identity-provider/identity-provider.ts';

const DAY = 24 * 3600;
const seconds = (): number => Math.floor(Date.now() / 1000);
const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

describe('A token', () => {
  let database: TestDatabase;
  let provider: IdentityProvider;
  let other: IdentityProvider;
  let fixture: GatewayFixture;
  let tenant: string;
  let ownToken: string;
  let trap: Server;
  let trapped = 0;
  /** The key of an attacker, and the URL where they publish it. */
  const forger = newSigningKey();
  const forged = { ...createPublicKey(forger).export({ format: 'jwk' }), kid: 'forged', alg: 'ES256', use: 'sig' };
  let forgedKeysUrl: string;

  beforeAll(async () => {
    [database, provider, other] = await Promise.all([
      startTestDatabase(),
      IdentityProvider.start(),
      IdentityProvider.start(),
    ]);
    trap = createServer((_, response) => {
      trapped += 1;
      response.end(JSON.stringify({ keys: [forged] }));
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    forgedKeysUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/keys`;
    fixture = await startGateway({
      connection: database.connection,
      env: { JWT_ISSUERS: JSON.stringify([provider.settings(), other.settings()]) },
    });
    await fixture.bus.serve(readRoles, async () => ({ roles: [] }));
    ({ tenantId: tenant, token: ownToken } = await fixture.register());
  });
  afterAll(async () => {
    trap.close();
    await fixture.close();
    await Promise.all([provider.kill(), other.kill()]);
    await database.close();
  });

  const read = (as: string, at = fixture): Promise<Reply> => at.ask('GET /v1/usage-metrics', { as });
  const genuine = (claims: object = {}, header?: object): string => provider.sign({ tenant, ...claims }, header);
  const headed = (header: object): string => genuine({}, header);
  const claimed = (): Record<string, unknown> => jwt.decode(genuine()) as Record<string, unknown>;
  const headerOf = (token: string): Record<string, unknown> =>
    jwt.decode(token, { complete: true })?.header as unknown as Record<string, unknown>;
  const byForger = (header: object): string =>
    jwt.sign(claimed(), forger, { header: { alg: 'ES256', kid: 'forged', ...header } });
  /** A genuine token with replaced parts, whose signature does not fit. */
  const changed = (change: { header?: object; payload?: unknown }): string => {
    const [, payload = '', signature = ''] = genuine().split('.');
    const header = { ...headerOf(genuine()), ...change.header };
    return [encoded(header), change.payload === undefined ? payload : encoded(change.payload), signature].join('.');
  };
  const symmetric = (): string => {
    const { key, kid } = provider.publicKey();
    const signed = `${encoded({ alg: 'HS256', typ: 'JWT', kid })}.${encoded(claimed())}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };

  it.each<[string, () => string]>([
    ['as its issuer issues it', () => genuine()],
    ['for several audiences, including this one', () => genuine({ aud: ['another', provider.audience] })],
    ['without the optional times', () => genuine({ iat: undefined, exp: seconds() + 60 })],
    ['of the type that RFC 9068 gives access tokens', () => headed({ typ: 'at+jwt' })],
    ['that expired within the clock tolerance', () => genuine({ exp: seconds() - 3 })],
    ['that becomes valid within the clock tolerance', () => genuine({ nbf: seconds() + 3, iat: seconds() + 3 })],
  ])('is accepted %s', async (_, make) => {
    expect((await read(make())).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['signed with nothing', () => jwt.sign(claimed(), '', { algorithm: 'none', keyid: provider.publicKey().kid })],
    ['signed with the public key as a secret', symmetric],
    ['signed by another key under a known key id', () => byForger({ kid: provider.publicKey().kid })],
    ['without a signature', () => genuine().replace(/[^.]+$/, '')],
    ['with an unknown key id', () => headed({ kid: 'unknown' })],
    ['without a key id', () => headed({ kid: undefined })],
    ['whose key id is not a string', () => headed({ kid: 7 })],
    ['whose key id is too long', () => headed({ kid: 'k'.repeat(257) })],
    ['that names an algorithm that does not fit its key', () => changed({ header: { alg: 'RS256' } })],
    ['that names an unknown algorithm', () => changed({ header: { alg: 'ES257' } })],
    ['for another audience', () => genuine({ aud: 'another' })],
    ['without an audience', () => genuine({ aud: undefined })],
    ['of an issuer that is not trusted', () => genuine({ iss: 'https://issuer.example' })],
    ['without an issuer', () => genuine({ iss: undefined })],
    ['in the name of another trusted issuer', () => genuine({ iss: other.issuer })],
    ["in the name of the gateway's own issuer", () => genuine({ iss: 'strata', aud: 'strata', tenant_id: tenant })],
    ['that expired', () => genuine({ exp: seconds() - 6 })],
    ['that never expires', () => genuine({ exp: undefined })],
    [
      'that expires at an infinite time',
      () => provider.sign(JSON.stringify(claimed()).replace(/"exp":\d+/, '"exp":1e999')),
    ],
    ['that is valid for more than thirty days', () => genuine({ exp: seconds() + 31 * DAY })],
    [
      'without its time of issue, and valid for that long',
      () => genuine({ iat: undefined, exp: seconds() + 31 * DAY }),
    ],
    ['that is not valid yet', () => genuine({ nbf: seconds() + 60 })],
    ['issued in the future', () => genuine({ iat: seconds() + 60 })],
    ['without a subject', () => genuine({ sub: undefined })],
    ['with an empty subject', () => genuine({ sub: '' })],
    ['with a subject that cannot be stored', () => genuine({ sub: 'a\0b' })],
    ['with a subject that is too long', () => genuine({ sub: 's'.repeat(256) })],
    ['with a critical extension', () => headed({ crit: ['exp'] })],
    ['of another type', () => headed({ typ: 'logout+jwt' })],
    ['that points to a key of its own', () => byForger({ jku: forgedKeysUrl })],
    ['that points to a certificate of its own', () => byForger({ x5u: forgedKeysUrl })],
    ['that brings its own key', () => byForger({ jwk: forged })],
    ['that brings its own certificate', () => byForger({ x5c: ['MIIB'] })],
    ['that points to a key under a known id', () => byForger({ jku: forgedKeysUrl, kid: provider.publicKey().kid })],
    ['that is genuine, but points to another key', () => headed({ jku: forgedKeysUrl })],
    ['whose key id is a URL', () => byForger({ kid: forgedKeysUrl })],
    ['whose payload was changed', () => changed({ payload: { ...claimed(), tenant: 'ten_other' } })],
    ['whose payload is not an object', () => provider.sign('"text"')],
    ['whose payload is not JSON', () => provider.sign('{')],
    ['whose header is not JSON', () => `${encoded('{')}.${encoded(claimed())}.AAAA`],
    ['with four parts', () => `${genuine()}.AAAA`],
    ['that is too long', () => genuine({ padding: 'x'.repeat(8192) })],
  ])('is rejected %s, with the same message as any other', async (_, make) => {
    const { status, error, headers } = await read(make());
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(error).toEqual((await read('let-me-in')).error);
    expect(trapped).toBe(0);
  });

  it("of the gateway's own is checked in the same way", async () => {
    const payload = jwt.decode(ownToken) as jwt.JwtPayload;
    const signed = (claims: object, more: object = {}): string =>
      jwt.sign(JSON.stringify({ ...payload, ...claims }), SIGNING_KEY, {
        algorithm: 'ES256',
        header: { alg: 'ES256', ...headerOf(ownToken), ...more },
      });
    expect((await read(signed({}))).status).toBe(200);
    for (const rejected of [
      signed({}, { jku: forgedKeysUrl }),
      signed({}, { kid: 'unknown' }),
      signed({ exp: undefined }),
      signed({ exp: seconds() + 31 * DAY }),
      signed({ iss: provider.issuer, aud: provider.audience, tenant }),
      signed({ sub: 'u'.repeat(129) }),
    ]) {
      expect((await read(rejected)).status).toBe(401);
    }
  });

  it('is accepted within the configured clock tolerance', async () => {
    const tolerant = await startGateway({
      connection: database.connection,
      bus: fixture.bus,
      withoutServices: true,
      env: { JWT_ISSUERS: JSON.stringify([provider.settings()]), JWT_CLOCK_TOLERANCE_SECONDS: '120' },
    });
    expect((await read(genuine({ exp: seconds() - 100 }), tolerant)).status).toBe(200);
    expect((await read(genuine({ nbf: seconds() + 100 }), tolerant)).status).toBe(200);
    expect((await read(genuine({ exp: seconds() - 130 }), tolerant)).status).toBe(401);
    await tolerant.close();
  });

  it('does not appear in the log', async () => {
    const tokens = [genuine(), genuine({ exp: seconds() - 6 }), byForger({ jku: forgedKeysUrl }), 'let-me-in'];
    for (const token of tokens) await read(token);
    for (const token of tokens) expect(fixture.log.text()).not.toContain(token);
  });
});
