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
  /** The key of somebody who wants to be let in, and the place where they offer it. */
  const forger = newSigningKey();
  const forged = { ...createPublicKey(forger).export({ format: 'jwk' }), kid: 'forged', alg: 'ES256', use: 'sig' };
  let place: string;

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
    place = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/keys`;
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
  /** The parts of a genuine token, some of them replaced, signed by nobody. */
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
    ['as its issuer makes it', () => genuine()],
    ['for several audiences, ours among them', () => genuine({ aud: ['another', provider.audience] })],
    ['without the times that may be left out', () => genuine({ iat: undefined, exp: seconds() + 60 })],
    ['of the type that RFC 9068 gives access tokens', () => headed({ typ: 'at+jwt' })],
    ['that expired no longer ago than clocks may differ', () => genuine({ exp: seconds() - 3 })],
    ['that begins no later than clocks may differ', () => genuine({ nbf: seconds() + 3, iat: seconds() + 3 })],
  ])('is believed %s', async (_, make) => {
    expect((await read(make())).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['signed with nothing', () => jwt.sign(claimed(), '', { algorithm: 'none', keyid: provider.publicKey().kid })],
    ['signed with the public key as a secret', symmetric],
    ['signed by somebody else under a known key id', () => byForger({ kid: provider.publicKey().kid })],
    ['whose signature was taken off', () => genuine().replace(/[^.]+$/, '')],
    ['with an unknown key id', () => headed({ kid: 'unknown' })],
    ['without a key id', () => headed({ kid: undefined })],
    ['whose key id is no text', () => headed({ kid: 7 })],
    ['whose key id is endless', () => headed({ kid: 'k'.repeat(257) })],
    ['that names an algorithm its key is not for', () => changed({ header: { alg: 'RS256' } })],
    ['that names an algorithm nobody knows', () => changed({ header: { alg: 'ES257' } })],
    ['for another audience', () => genuine({ aud: 'another' })],
    ['for no audience', () => genuine({ aud: undefined })],
    ['of an issuer that nobody trusts', () => genuine({ iss: 'https://issuer.example' })],
    ['of no issuer', () => genuine({ iss: undefined })],
    ['in the name of another trusted issuer', () => genuine({ iss: other.issuer })],
    ['in the name of our own issuer', () => genuine({ iss: 'strata', aud: 'strata', tenant_id: tenant })],
    ['that expired', () => genuine({ exp: seconds() - 6 })],
    ['that never expires', () => genuine({ exp: undefined })],
    ['that expires at no time', () => provider.sign(JSON.stringify(claimed()).replace(/"exp":\d+/, '"exp":1e999'))],
    ['that is believed for more than thirty days', () => genuine({ exp: seconds() + 31 * DAY })],
    [
      'that says nothing of when it was made, for as long',
      () => genuine({ iat: undefined, exp: seconds() + 31 * DAY }),
    ],
    ['that is not valid yet', () => genuine({ nbf: seconds() + 60 })],
    ['that was made in the future', () => genuine({ iat: seconds() + 60 })],
    ['without a subject', () => genuine({ sub: undefined })],
    ['with an empty subject', () => genuine({ sub: '' })],
    ['with a subject that cannot be stored', () => genuine({ sub: 'a\0b' })],
    ['with an endless subject', () => genuine({ sub: 's'.repeat(256) })],
    ['with an extension that must be understood', () => headed({ crit: ['exp'] })],
    ['that is meant for another purpose', () => headed({ typ: 'logout+jwt' })],
    ['that points to a key of its own', () => byForger({ jku: place })],
    ['that points to a certificate of its own', () => byForger({ x5u: place })],
    ['that brings its own key', () => byForger({ jwk: forged })],
    ['that brings its own certificate', () => byForger({ x5c: ['MIIB'] })],
    ['that points to a key under a known id', () => byForger({ jku: place, kid: provider.publicKey().kid })],
    ['that is genuine and points elsewhere all the same', () => headed({ jku: place })],
    ['whose key id is an address', () => byForger({ kid: place })],
    ['whose payload was changed', () => changed({ payload: { ...claimed(), tenant: 'ten_other' } })],
    ['whose payload is no object', () => provider.sign('"text"')],
    ['whose payload is no JSON', () => provider.sign('{')],
    ['whose header is no JSON', () => `${encoded('{')}.${encoded(claimed())}.AAAA`],
    ['with four parts', () => `${genuine()}.AAAA`],
    ['that is endless', () => genuine({ padding: 'x'.repeat(8192) })],
  ])('is refused %s, in the words that any other is', async (_, make) => {
    const { status, error, headers } = await read(make());
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(error).toEqual((await read('let-me-in')).error);
    expect(trapped).toBe(0);
  });

  it('of our own is held to the same', async () => {
    const payload = jwt.decode(ownToken) as jwt.JwtPayload;
    const signed = (claims: object, more: object = {}): string =>
      jwt.sign(JSON.stringify({ ...payload, ...claims }), SIGNING_KEY, {
        algorithm: 'ES256',
        header: { alg: 'ES256', ...headerOf(ownToken), ...more },
      });
    expect((await read(signed({}))).status).toBe(200);
    for (const refused of [
      signed({}, { jku: place }),
      signed({}, { kid: 'unknown' }),
      signed({ exp: undefined }),
      signed({ exp: seconds() + 31 * DAY }),
      signed({ iss: provider.issuer, aud: provider.audience, tenant }),
      signed({ sub: 'u'.repeat(129) }),
    ]) {
      expect((await read(refused)).status).toBe(401);
    }
  });

  it('may be off by as much as the settings say', async () => {
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

  it('leaves nothing of itself in the log', async () => {
    const tokens = [genuine(), genuine({ exp: seconds() - 6 }), byForger({ jku: place }), 'let-me-in'];
    for (const token of tokens) await read(token);
    for (const token of tokens) expect(fixture.log.text()).not.toContain(token);
  });
});
