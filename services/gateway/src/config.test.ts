import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@strata/platform/config/load-config';
import { gatewayConfigSchema } from './config.ts';

const secrets = { API_KEY_PEPPER: 'x'.repeat(32), SECRET_FINGERPRINT_KEY: 'y'.repeat(32) };
const minimal = { ...secrets, JWT_PRIVATE_KEY: 'pem' };
const configOf = (env: Record<string, string>) => loadConfig(gatewayConfigSchema, env);

describe('The configuration', () => {
  it('needs a pepper and a signing key, and has a default for the rest', () => {
    expect(configOf(minimal)).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      DEFAULT_PLAN: 'free',
      FIRST_TENANT_PLAN: 'enterprise',
    });
    expect(configOf({ ...secrets, JWT_SIGNING_KEY_FILE: '/key.pem' }).REDIS_URL).toBeUndefined();
  });

  it.each([
    [{ ...minimal, API_KEY_PEPPER: '' }, 'API_KEY_PEPPER'],
    [{ ...minimal, API_KEY_PEPPER: 'short' }, 'API_KEY_PEPPER'],
    [{ ...minimal, SECRET_FINGERPRINT_KEY: '' }, 'SECRET_FINGERPRINT_KEY'],
    [{ ...minimal, SECRET_FINGERPRINT_KEY: 'short' }, 'SECRET_FINGERPRINT_KEY'],
    [{ ...minimal, SCRUB_SECRETS: 'no' }, 'SCRUB_SECRETS'],
    [{ ...minimal, JWT_PRIVATE_KEY: '' }, 'JWT_PRIVATE_KEY'],
    [{ ...minimal, PORT: 'http' }, 'PORT'],
    [{ ...minimal, REDIS_URL: 'localhost:6379' }, 'REDIS_URL'],
    [{ ...minimal, CUSTOM_RATE_LIMIT_RPM: '0' }, 'CUSTOM_RATE_LIMIT_RPM'],
    [{ ...minimal, ANONYMOUS_REQUESTS_PER_MINUTE: 'many' }, 'ANONYMOUS_REQUESTS_PER_MINUTE'],
    [{ ...minimal, PUBLIC_URL: 'strata.example' }, 'PUBLIC_URL'],
  ])('names the invalid setting: %j', (env, name) => {
    expect(() => configOf(env)).toThrow(new RegExp(`^ +${name}: `, 'm'));
  });
});
