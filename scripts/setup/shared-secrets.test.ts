import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string>>;
type Secrets = Readonly<Record<'gateway' | 'vault', Variables>>;

/** Plain JavaScript without types, because it runs before anything is built. */
const { environmentOf, newSecrets, sharedSecrets } = (await import(
  new URL('shared-secrets.mjs', import.meta.url).href
)) as {
  environmentOf: (service: string, env: Variables, secrets: Secrets) => Variables;
  newSecrets: () => Variables;
  sharedSecrets: (dataDir: string, env: Variables) => Secrets;
};

describe('The secrets of a deployment', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'strata-secrets-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));
  const vaultKey = () => join(dataDir, 'secrets', 'VAULT_KEY');

  it('are created at the first start, readable only by their owner, and do not change', async () => {
    const first = sharedSecrets(dataDir, {});
    expect(first.vault).toEqual({ VAULT_KEY_FILE: vaultKey() });
    const key = await readFile(vaultKey(), 'utf8');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    for (const name of await readdir(join(dataDir, 'secrets')))
      expect((await stat(join(dataDir, 'secrets', name))).mode & 0o777).toBe(0o600);
    expect(sharedSecrets(dataDir, {})).toEqual(first);
    expect(await readFile(vaultKey(), 'utf8')).toBe(key);
  });

  it.each([{ VAULT_KEYS: 'given' }, { VAULT_KEY_FILE: '/given' }, { VAULT_KMS_KEY_ID: 'alias/given' }])(
    'come from the environment if it has them: with %j no key is created',
    async (env) => {
      expect(sharedSecrets(dataDir, env).vault).toEqual({});
      expect(await readdir(join(dataDir, 'secrets'))).not.toContain('VAULT_KEY');
    },
  );

  it('still include the key file with KMS, because data keys may still be wrapped with it', () => {
    const { vault } = sharedSecrets(dataDir, {});
    expect(sharedSecrets(dataDir, { VAULT_KMS_KEY_ID: 'alias/given' }).vault).toEqual(vault);
  });

  it('are passed only to the service that owns them', () => {
    const aws = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'given', AWS_SESSION_TOKEN: 'given' };
    const env = { ...newSecrets(), ...aws, VAULT_KEY_FILE: '/given', PATH: '/bin' };
    const secrets = sharedSecrets(dataDir, env);
    const namesOf = (service: string) => Object.keys(environmentOf(service, env, secrets)).toSorted();
    expect(namesOf('ingest')).toEqual(['PATH']);
    expect(namesOf('vault')).toEqual([...Object.keys(aws), 'PATH', 'VAULT_KEYS', 'VAULT_KEY_FILE']);
    expect(namesOf('gateway')).toEqual(['API_KEY_PEPPER', 'JWT_PRIVATE_KEY', 'PATH', 'SECRET_FINGERPRINT_KEY']);
  });
});
