import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { revealVaultItem } from '@strata/contracts/operations/vaults';
import { postgresConnection } from '@strata/platform/database/connection';
import { migrate } from '@strata/platform/database/migrate';
import { openSession } from '@strata/testkit/database-session';
import { silentLogger } from '@strata/testkit/test-logger';
import { spawn } from 'node:child_process';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FakeKms } from './fake-kms.ts';
import { KeyFile, newVaultKey } from './key-file.ts';
import { VAULT_SCHEMA } from '../src/adapters/vault-schema.ts';
import { makeVaults } from './many-vaults.ts';
import { startVaultFixture } from './vault-fixture.ts';

describeOnDatabase('A vault service that starts', (backend) => {
  let keys: KeyFile;
  let server: TestDatabase;
  const start = (settings: Readonly<Record<string, string>>) => {
    const shared = { connection: server.connection, close: () => Promise.resolve() };
    return startVaultFixture({ ...backend, start: () => Promise.resolve(shared) }, { VAULT_KEYS: '', ...settings });
  };
  beforeAll(async () => {
    keys = await KeyFile.make();
    server = await backend.start();
    const fixture = await start({ VAULT_KEY_FILE: keys.file });
    const user = fixture.newUser();
    await fixture.putItem(user, await fixture.newVault(user, 'one'));
    await fixture.putItem(user, await fixture.newVault(user, 'two'));
    await fixture.close();
  });
  afterAll(async () => {
    await server.close();
    await keys.close();
  });

  test('names the missing key, the number of its vaults and the setting', async () => {
    const [right = ''] = await keys.ids();
    const missing = `The data keys of 2 vaults are wrapped by the key ${right}, which is not among those of`;
    await expect(start({ VAULT_KEYS: newVaultKey() })).rejects.toThrow(`${missing} VAULT_KEYS`);
  });

  test('reports a key that opens none of its data keys, but accepts one damaged row', async () => {
    const owner = await openSession(server.connection);
    const damage = (sql: string) =>
      owner.query(`update vault.vaults set wrapped_key = set_byte(wrapped_key, 40,
      255 - get_byte(wrapped_key, 40)) where name like '${sql}'`);
    try {
      await damage('one');
      await (await start({ VAULT_KEY_FILE: keys.file })).close();
      await damage('two');
      const [right = ''] = await keys.ids();
      await expect(start({ VAULT_KEY_FILE: keys.file })).rejects.toThrow(
        `The key ${right} of VAULT_KEY_FILE does not open the data keys of 2 vaults`,
      );
    } finally {
      await damage('%');
      await owner.close();
    }
  });

  test('starts with a warning if other users can read its key file', async () => {
    await chmod(keys.file, 0o644);
    const fixture = await start({ VAULT_KEY_FILE: keys.file });
    await fixture.close();
    await chmod(keys.file, 0o600);
    expect(fixture.log.lines.filter(({ level }) => level === 'warn')).toEqual([
      expect.objectContaining({ message: 'VAULT_KEY_FILE can be read by others than its owner', mode: '644' }),
    ]);
    const private_ = await start({ VAULT_KEY_FILE: keys.file });
    await private_.close();
    expect(private_.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('reveals secrets while its key file is gone, and creates vaults again once it is back', async () => {
    const fixture = await start({ VAULT_KEY_FILE: keys.file });
    try {
      const user = fixture.newUser();
      const id = await fixture.newVault(user);
      const itemId = await fixture.putItem(user, id);
      const reveal = () => fixture.call(user, revealVaultItem, { params: { id, itemId } });
      await rename(keys.file, `${keys.file}.away`);
      expect(await reveal()).toMatchObject({ value: 'tide' });
      await expect(fixture.newVault(user, 'another')).rejects.toMatchObject({ code: 'unavailable' });
      await rename(`${keys.file}.away`, keys.file);
      await fixture.newVault(user, 'another');
      expect(await reveal()).toMatchObject({ value: 'tide' });
    } finally {
      await fixture.close();
    }
  });

  test('responds 503 while KMS is away, and recovers by itself', async () => {
    const kms = await FakeKms.start();
    const leave = kms.enterEnvironment();
    const settings = { ...kms.env, VAULT_KEY_FILE: keys.file, VAULT_KMS_KEY_ID: kms.newKey() };
    const fixture = await start(settings);
    try {
      const user = fixture.newUser();
      const id = await fixture.newVault(user);
      const itemId = await fixture.putItem(user, id);
      const reveal = () => fixture.call(user, revealVaultItem, { params: { id, itemId } });
      kms.state = 'rejecting connections';
      await expect(reveal()).rejects.toMatchObject({ code: 'unavailable' });
      await expect(fixture.newVault(user, 'another')).rejects.toMatchObject({ code: 'unavailable' });
      kms.state = 'serving';
      expect(await reveal()).toMatchObject({ value: 'tide' });

      // The same at a start with KMS only for unwrapping: an outage can be retried, a rejection stops the start.
      const onlyUnwrapping = { ...settings, VAULT_KEY_PROVIDER: 'local' };
      kms.state = 'failing';
      await expect(start(onlyUnwrapping)).rejects.toMatchObject({ code: 'unavailable' });
      kms.state = 'denying';
      await expect(start(onlyUnwrapping)).rejects.toThrow(
        `AWS KMS rejects the use of the key ${settings.VAULT_KMS_KEY_ID} of VAULT_KMS_KEY_ID: AccessDeniedException`,
      );
      await fixture.owner.query('truncate vaults, audit_entries cascade');
    } finally {
      await fixture.close();
      await kms.close();
      leave();
    }
  });
});

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
describeOnServices('The vault process', (startServices) => {
  let real: RealServices;
  let keys: KeyFile;
  let kms: FakeKms;
  beforeAll(async () => {
    real = await startServices();
    keys = await KeyFile.make();
    kms = await FakeKms.start();
    const directory = fileURLToPath(VAULT_SCHEMA.migrations);
    const connection = postgresConnection(real.env.DATABASE_URL);
    await migrate({ ...VAULT_SCHEMA, connection, directory, logger: silentLogger });
    const owner = await openSession(connection);
    await makeVaults(owner, await keys.ring(), 12);
    await owner.close();
  });
  afterAll(async () => {
    await kms.close();
    await keys.close();
    await real.close();
  });

  test.each([
    ['without a setting', () => ({}), 'VAULT_KEY_FILE: is required, unless VAULT_KEYS or VAULT_KMS_KEY_ID'],
    ['without the file', () => ({ VAULT_KEY_FILE: '/nowhere/KEY' }), 'the file /nowhere/KEY cannot be read'],
    ['with an empty file', () => written(''), 'VAULT_KEY_FILE: there is no key in it'],
    ['with a damaged file', () => written('swordfish'), 'VAULT_KEY_FILE: key 1 is not 32 bytes in base64'],
    ['with a short key', () => written(newVaultKey().slice(0, 22)), 'key 1 is not 32 bytes in base64'],
    ['with another key', () => written(newVaultKey()), 'The data keys of 12 vaults are wrapped by the key local:'],
    ['with a KMS key that does not exist', () => ({ ...kms.env, VAULT_KMS_KEY_ID: 'x' }), 'NotFoundException'],
  ])('ends %s with code 1 and one clear sentence', async (_, settings, reason) => {
    const { code, output } = await run({ ...real.env, ...(await Promise.resolve(settings())) });
    expect(code).toBe(1);
    const messages = output.filter((line) => !line.startsWith('{') && !/Warning|^\s*$/.test(line));
    expect(messages.join('\n')).toMatch(/^vault could not start: /);
    expect(messages.join('\n')).toContain(reason);
    expect(output.join('\n')).not.toContain('swordfish');
  });

  const written = async (content: string): Promise<Record<string, string>> => {
    const file = join(keys.folder, 'given');
    await writeFile(file, content, { mode: 0o600 });
    return { VAULT_KEY_FILE: file };
  };
});

/** Runs the process to its end. */
function run(env: Readonly<Record<string, string>>): Promise<{ code: number | null; output: readonly string[] }> {
  const child = spawn(process.execPath, ['--no-warnings', MAIN], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => parts.push(data.toString()));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output: parts.join('').trimEnd().split('\n') })),
  );
}
