import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@strata/platform/config/load-config';
import { gatewayConfigSchema } from './config.ts';

const secrets = { API_KEY_PEPPER: 'x'.repeat(32), SECRET_FINGERPRINT_KEY: 'y'.repeat(32) };
const least = { ...secrets, JWT_PRIVATE_KEY: 'pem' };
const configOf = (env: Record<string, string>) => loadConfig(gatewayConfigSchema, env);

describe('The configuration', () => {
  it('needs a pepper and a signing key, and has a default for the rest', () => {
    expect(configOf(least)).toMatchObject({ PORT: 8080, DEFAULT_PLAN: 'free', FIRST_TENANT_PLAN: 'enterprise' });
    expect(configOf({ ...secrets, JWT_SIGNING_KEY_FILE: '/key.pem' }).REDIS_URL).toBeUndefined();
  });

  it.each([
    [{ ...least, API_KEY_PEPPER: '' }, 'API_KEY_PEPPER'],
    [{ ...least, API_KEY_PEPPER: 'short' }, 'API_KEY_PEPPER'],
    [{ ...least, SECRET_FINGERPRINT_KEY: '' }, 'SECRET_FINGERPRINT_KEY'],
    [{ ...least, SECRET_FINGERPRINT_KEY: 'short' }, 'SECRET_FINGERPRINT_KEY'],
    [{ ...least, SCRUB_SECRETS: 'no' }, 'SCRUB_SECRETS'],
    [{ ...least, JWT_PRIVATE_KEY: '' }, 'JWT_PRIVATE_KEY'],
    [{ ...least, PORT: 'http' }, 'PORT'],
    [{ ...least, REDIS_URL: 'localhost:6379' }, 'REDIS_URL'],
    [{ ...least, CUSTOM_RATE_LIMIT_RPM: '0' }, 'CUSTOM_RATE_LIMIT_RPM'],
    [{ ...least, ANONYMOUS_REQUESTS_PER_MINUTE: 'many' }, 'ANONYMOUS_REQUESTS_PER_MINUTE'],
    [{ ...least, PUBLIC_URL: 'strata.example' }, 'PUBLIC_URL'],
  ])('names the setting at fault: %j', (env, name) => {
    expect(() => configOf(env)).toThrow(new RegExp(`^ +${name}: `, 'm'));
  });
});
