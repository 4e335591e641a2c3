import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@strata/platform/config/load-config';
import { gatewayConfigSchema } from '../config.ts';

const issuer = {
  issuer: 'https://login.example.com',
  jwksUri: 'https://login.example.com/keys',
  audience: 'strata',
  tenantClaim: 'https://example.com/tenant',
};
const signIn = { id: 'example', name: 'Example', clientId: 'strata-console' };
const PUBLIC_URL = 'https://strata.example.com';
const secrets = { API_KEY_PEPPER: 'p'.repeat(32), SECRET_FINGERPRINT_KEY: 'f'.repeat(32), JWT_PRIVATE_KEY: 'key' };
const load = (issuers: unknown, env: Record<string, string> = {}) =>
  loadConfig(gatewayConfigSchema, {
    ...secrets,
    ...env,
    JWT_ISSUERS: typeof issuers === 'string' ? issuers : JSON.stringify(issuers),
  }).JWT_ISSUERS;
const faultsOf = (issuers: unknown, env: Record<string, string> = { PUBLIC_URL }): string => {
  try {
    load(issuers, env);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1).join('\n').trim();
  }
  return 'none';
};

const SIGN_IN = 'JWT_ISSUERS.0.signIn';

describe('JWT_ISSUERS', () => {
  it('lists the trusted issuers; by default none', () => {
    const tenantIds = ['ten_a', 'ten_b'];
    const other = { ...issuer, issuer: 'accounts.example.com', tenantIds };
    expect(load([issuer, other])).toEqual([issuer, other]);
    expect(load('')).toEqual([]);
  });

  it('asks for an e-mail address and a name where the console signs in, unless told otherwise', () => {
    expect(load([{ ...issuer, signIn }], { PUBLIC_URL })[0]?.signIn).toEqual({
      ...signIn,
      scope: 'openid email profile',
    });
  });

  it('needs the address to which providers send users back, where the console signs in', () => {
    expect(faultsOf([{ ...issuer, signIn }], {})).toBe(
      'PUBLIC_URL: is required by signIn of JWT_ISSUERS: providers send users back to it',
    );
  });

  it.each(['http://localhost:9000/keys', 'http://127.0.0.1/keys', 'http://[::1]:9000/keys', 'https://10.0.0.1/keys'])(
    'allows keys from %s',
    (jwksUri) => {
      expect(load([{ ...issuer, jwksUri }])).toEqual([{ ...issuer, jwksUri }]);
    },
  );

  it.each<[unknown, string]>([
    ['{not json', 'JWT_ISSUERS: must be a list of issuers in JSON'],
    [issuer, 'JWT_ISSUERS: expected array'],
    [['https://login.example.com'], 'JWT_ISSUERS.0: expected object'],
    [[issuer, { ...issuer, audience: undefined }], 'JWT_ISSUERS.1.audience: expected string'],
    [[{ ...issuer, issuer: '' }], 'JWT_ISSUERS.0.issuer: must be 1 to 512 printable characters'],
    [[{ ...issuer, audience: 'a'.repeat(513) }], 'JWT_ISSUERS.0.audience: must be 1 to 512 printable characters'],
    [[{ ...issuer, tenantClaim: 'a\nb' }], 'JWT_ISSUERS.0.tenantClaim: must be 1 to 200 printable characters'],
    [[{ ...issuer, jwksUri: 'keys' }], 'JWT_ISSUERS.0.jwksUri: must be a URL'],
    [
      [{ ...issuer, jwksUri: 'file:///keys' }],
      'JWT_ISSUERS.0.jwksUri: must be https, or http on the loopback interface',
    ],
    [
      [{ ...issuer, jwksUri: 'http://127.0.0.1.example.com/' }],
      'JWT_ISSUERS.0.jwksUri: must be https, or http on the loopback interface',
    ],
    [
      [{ ...issuer, jwksUri: 'https://me:secret@login.example.com/' }],
      'JWT_ISSUERS.0.jwksUri: must not contain a user name or password',
    ],
    [[{ ...issuer, tenantIds: [] }], 'JWT_ISSUERS.0.tenantIds: must be at least 1'],
    [
      [{ ...issuer, tenantIDs: ['ten_a'] }],
      'JWT_ISSUERS.0.tenantIDs: is not a setting; the settings are issuer, jwksUri, audience, tenantClaim, tenantIds, signIn',
    ],
    [[issuer, issuer], 'JWT_ISSUERS.1.issuer: is listed twice'],
    [
      [{ ...issuer, signIn: { ...signIn, id: '../a' } }],
      `${SIGN_IN}.id: must be 1 to 40 lower-case letters, digits and hyphens`,
    ],
    [[{ ...issuer, signIn: { ...signIn, scope: 'email' } }], `${SIGN_IN}.scope: must contain openid`],
    [[{ ...issuer, signIn: { ...signIn, clientSecrets: 'x' } }], `${SIGN_IN}: is not valid`],
    [[{ ...issuer, issuer: 'accounts.example.com', signIn }], 'JWT_ISSUERS.0.issuer: must be a URL, because of signIn'],
    [
      [
        { ...issuer, signIn },
        { ...issuer, issuer: 'https://login.example.org', signIn },
      ],
      'JWT_ISSUERS.1.signIn.id: is listed twice',
    ],
    [[{ ...issuer, issuer: 'strata' }], 'JWT_ISSUERS: must not list the issuer of our own tokens (JWT_ISSUER)'],
    [
      Array.from({ length: 501 }, (_, n) => ({ ...issuer, issuer: `https://${n}.example.com` })),
      'JWT_ISSUERS: must be at most 500',
    ],
  ])('names the fault and its position, but not the value: %#', (issuers, fault) => {
    expect(faultsOf(issuers)).toBe(fault);
  });
});

describe('JWT_CLOCK_TOLERANCE_SECONDS', () => {
  const tolerance = (value: string) =>
    loadConfig(gatewayConfigSchema, {
      ...secrets,
      JWT_CLOCK_TOLERANCE_SECONDS: value,
    }).JWT_CLOCK_TOLERANCE_SECONDS;

  it('is five by default, and at most two minutes', () => {
    expect([tolerance(''), tolerance('0'), tolerance('120')]).toEqual([5, 0, 120]);
    for (const value of ['121', '-1', '1.5', 'long']) expect(() => tolerance(value)).toThrow('JWT_CLOCK_TOLERANCE');
  });
});
