import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@strata/platform/config/load-config';
import { keySettings, providerOf, requireKeys } from './key-settings.ts';

const load = (env: Record<string, string>) => loadConfig(requireKeys(keySettings), env);

describe('The key settings', () => {
  it.each([
    [{}, 'VAULT_KEY_FILE: is required, unless'],
    [{ VAULT_KEY_FILE: 'keys', VAULT_KEYS: 'key' }, 'VAULT_KEYS: must not be set beside'],
    [{ VAULT_KEYS: 'key', VAULT_KEY_PROVIDER: 'aws-kms' }, 'VAULT_KEY_PROVIDER: is aws-kms, so'],
    [{ VAULT_KMS_KEY_ID: 'alias/strata', VAULT_KEY_PROVIDER: 'local' }, 'VAULT_KEY_PROVIDER: is local, so'],
    [{ VAULT_KEYS: 'key', VAULT_KEY_PROVIDER: 'paper' }, 'expected one of local, aws-kms'],
  ])('reject %j and name the setting', (env, reason) => {
    expect(() => load(env)).toThrow(reason);
  });

  it('choose the provider that wraps: KMS if it is set, unless they say otherwise', () => {
    const both = { VAULT_KEY_FILE: 'keys', VAULT_KMS_KEY_ID: 'alias/strata' };
    expect(providerOf(load({ VAULT_KEY_FILE: 'keys' }))).toBe('local');
    expect(providerOf(load(both))).toBe('aws-kms');
    expect(providerOf(load({ ...both, VAULT_KEY_PROVIDER: 'local' }))).toBe('local');
  });

  it('may name several KMS keys', () => {
    expect(load({ VAULT_KMS_KEY_ID: 'alias/strata, arn:one ,' }).VAULT_KMS_KEY_ID).toEqual(['alias/strata', 'arn:one']);
  });
});
