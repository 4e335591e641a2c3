import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@strata/platform/config/load-config';
import { gatewayConfigSchema } from './config.ts';

const least = { API_KEY_PEPPER: 'x'.repeat(32), JWT_PRIVATE_KEY: 'pem' };
const configOf = (env: Record<string, string>) => loadConfig(gatewayConfigSchema, env);

describe('The configuration', () => {
  it('needs a pepper and a signing key, and has a default for the rest', () => {
    expect(configOf(least)).toMatchObject({ PORT: 8080, DEFAULT_PLAN: 'free', FIRST_TENANT_PLAN: 'enterprise' });
    expect(configOf({ API_KEY_PEPPER: 'x'.repeat(32), JWT_SIGNING_KEY_FILE: '/key.pem' }).REDIS_URL).toBeUndefined();
  });

  it.each([
    [{ ...least, API_KEY_PEPPER: '' }, 'API_KEY_PEPPER'],
    [{ ...least, API_KEY_PEPPER: 'short' }, 'API_KEY_PEPPER'],
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
