import { afterEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetchIssuerKeys } from './fetch-issuer-keys.ts';

const ec = (namedCurve: string): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' });
const rsa = (modulusLength: number): JsonWebKey =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' });
const good = { ...ec('P-256'), kid: 'good' };

describe("An issuer's key set", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  };
  const serving = (body: string | object): Promise<string> =>
    serve((_, response) => response.end(typeof body === 'string' ? body : JSON.stringify(body)));
  const kidsOf = async (keys: object[]): Promise<string[]> => [
    ...(await createFetchIssuerKeys(await serving({ keys }))()).keys(),
  ];

  it('may contain every kind of key that signs tokens, each for its own algorithms', async () => {
    const keys = await createFetchIssuerKeys(
      await serving({
        keys: [
          { ...ec('P-256'), kid: 'p256', use: 'sig', key_ops: ['verify'] },
          { ...ec('P-384'), kid: 'p384', alg: 'ES384' },
          { ...ec('P-521'), kid: 'p521' },
          { ...rsa(2048), kid: 'rsa', unknown: ['member'] },
          { ...rsa(2048), kid: 'pss', alg: 'PS256' },
        ],
      }),
    )();
    expect([...keys].map(([kid, { algorithms }]) => [kid, ...algorithms])).toEqual([
      ['p256', 'ES256'],
      ['p384', 'ES384'],
      ['p521', 'ES512'],
      ['rsa', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
      ['pss', 'PS256'],
    ]);
  });

  it.each<[string, object]>([
    ['an RSA key of 1,024 bits', rsa(1024)],
    ['a curve without a supported algorithm', ec('secp256k1')],
    ['a key for encryption', { ...ec('P-256'), use: 'enc' }],
    ['a key that may only sign', { ...ec('P-256'), key_ops: ['sign'] }],
    ['a key for an algorithm of another kind', { ...ec('P-256'), alg: 'ES384' }],
    ['a key for a key exchange', { ...rsa(2048), alg: 'RSA-OAEP' }],
    ['a private key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }],
    ['an Edwards curve', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })],
    ['a damaged key', { ...ec('P-256'), x: 'AAAA' }],
    ['a key with an id of another kind', { ...ec('P-256'), kid: 7 }],
    ['a key with an id of 257 characters', { ...ec('P-256'), kid: 'k'.repeat(257) }],
    ['a value that is not an object', ['key']],
  ])('is read without %s', async (_, key) => {
    expect(await kidsOf([{ kid: 'bad', ...key }, good])).toEqual(['good']);
  });

  it('is read without keys that have no id', async () => {
    expect(await kidsOf([ec('P-256'), good])).toEqual(['good']);
  });

  it.each<[string, string | object]>([
    ['HTML', '<html>'],
    ['an empty body', ''],
    ['a key instead of a list', { keys: good }],
    ['an empty list', { keys: [] }],
    ['no key for signatures', { keys: [{ ...good, use: 'enc' }] }],
    ['more than a hundred keys', { keys: Array.from({ length: 101 }, () => good) }],
    ['more than 256 KiB', { keys: [good], padding: 'x'.repeat(256 * 1024) }],
  ])('with %s is a failure', async (_, body) => {
    await expect(createFetchIssuerKeys(await serving(body))()).rejects.toThrow();
  });

  it.each([204, 404, 500])('with status %d is a failure', async (status) => {
    const uri = await serve((_, response) => response.writeHead(status).end());
    await expect(createFetchIssuerKeys(uri)()).rejects.toThrow(`${status}`);
  });

  it.each([301, 302, 303, 307, 308])('is not fetched through a redirect: %d', async (status) => {
    let wasRequested = false;
    const inside = await serve((_, response) => {
      wasRequested = true;
      response.end(JSON.stringify({ keys: [good] }));
    });
    const uri = await serve((_, response) => response.writeHead(status, { location: inside }).end());
    await expect(createFetchIssuerKeys(uri)()).rejects.toThrow();
    expect(wasRequested).toBe(false);
  });

  it('that never ends or is cut off is a failure', async () => {
    const dripping = await serve((_, response) => {
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    });
    await expect(createFetchIssuerKeys(dripping, 50)()).rejects.toThrow();
    const cut = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"keys"', () => response.destroy());
    });
    await expect(createFetchIssuerKeys(cut)()).rejects.toThrow();
  });
});
