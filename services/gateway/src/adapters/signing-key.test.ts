import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { readSigningKeys } from './signing-key.ts';

const pems = ({ privateKey, publicKey }: KeyPairKeyObjectResult): { privateKey: string; publicKey: string } => ({
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});
const pair = (namedCurve = 'P-256') => pems(generateKeyPairSync('ec', { namedCurve }));
const rsa = (modulusLength: number) => pems(generateKeyPairSync('rsa', { modulusLength }));

describe('Signing keys in PEM', () => {
  it('sign with the first key, and publish the public half of all', () => {
    const [first, second, third] = [pair(), rsa(2048), pair()];
    const { signing, published } = readSigningKeys(
      `${first.privateKey}\nRetired: yesterday\n${second.privateKey}${third.publicKey}`,
    );
    expect(signing.algorithm).toBe('ES256');
    expect(published.map(({ jwk }) => [jwk.kid, jwk['alg'], jwk['use'], jwk.d])).toEqual([
      [signing.kid, 'ES256', 'sig', undefined],
      [readSigningKeys(second.privateKey).signing.kid, 'RS256', 'sig', undefined],
      [readSigningKeys(third.privateKey).signing.kid, 'ES256', 'sig', undefined],
    ]);
  });

  it('are published once even if they are repeated', () => {
    const { privateKey, publicKey } = pair();
    expect(readSigningKeys(privateKey + publicKey + privateKey).published).toHaveLength(1);
  });

  it('may follow parameters that some tools write before a key', () => {
    const { privateKey } = pair();
    const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
    expect(readSigningKeys(parameters + privateKey)).toEqual(readSigningKeys(privateKey));
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['no key', 'secret-text'],
    ['a public key that should sign', pair().publicKey],
    ['a key that is cut off behind a whole one', pair().privateKey + pair().privateKey.slice(0, 100)],
    [
      'something else behind a key',
      `${pair().privateKey}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`,
    ],
    ['another curve', pair('P-384').privateKey],
    ['an RSA key that is too short', rsa(1024).privateKey],
    ['an Edwards curve', pems(generateKeyPairSync('ed25519')).privateKey],
    ['more than 20 keys', Array.from({ length: 21 }, () => pair().privateKey).join('')],
  ])('cannot be %s, and the error does not quote it', (_, text) => {
    expect(() => readSigningKeys(text)).toThrow(/signing key/);
    expect(() => readSigningKeys(text)).not.toThrow(/secret|MII|MIG/);
  });
});
