import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@strata/platform/config/load-config';
import { gatewayConfigSchema } from '../config.ts';

const issuer = {
  issuer: 'https://login.example.com',
  jwksUri: 'https://login.example.com/keys',
  audience: 'strata',
  tenantClaim: 'https://example.com/tenant',
};
const secrets = { API_KEY_PEPPER: 'p'.repeat(32), SECRET_FINGERPRINT_KEY: 'f'.repeat(32), JWT_PRIVATE_KEY: 'key' };
const load = (issuers: unknown, env: Record<string, string> = {}) =>
  loadConfig(gatewayConfigSchema, {
    ...secrets,
    ...env,
    JWT_ISSUERS: typeof issuers === 'string' ? issuers : JSON.stringify(issuers),
  }).JWT_ISSUERS;
const faultsOf = (issuers: unknown): string => {
  try {
    load(issuers);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1).join('\n').trim();
  }
  return 'none';
};

describe('JWT_ISSUERS', () => {
  it('lists the trusted issuers; by default none', () => {
    const tenantIds = ['ten_a', 'ten_b'];
    const other = { ...issuer, issuer: 'accounts.example.com', tenantIds };
    expect(load([issuer, other])).toEqual([issuer, other]);
    expect(load('')).toEqual([]);
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
      'JWT_ISSUERS.0.tenantIDs: is not a setting; the settings are issuer, jwksUri, audience, tenantClaim, tenantIds',
    ],
    [[issuer, issuer], 'JWT_ISSUERS.1.issuer: is listed twice'],
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
