import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import type { KeyRing } from '../src/key-ring/key-ring.ts';
import { readLocalKeys } from '../src/key-ring/read-local-keys.ts';
import { open } from '../src/sealing/seal.ts';
import { KeyFile } from './key-file.ts';
import { openAllValues } from './many-vaults.ts';
import { startVaultFixture, type VaultFixture } from './vault-fixture.ts';

const SECRETS = ['high water at the eastern quay', 'ü and 漢字 in a note', 'x'.repeat(40)];

describeOnDatabase('A dump of the database', (backend) => {
  let keys: KeyFile;
  let wrong: KeyFile;
  let fixture: VaultFixture;
  beforeAll(async () => {
    [keys, wrong] = [await KeyFile.make(), await KeyFile.make()];
    fixture = await startVaultFixture(backend, { VAULT_KEYS: '', VAULT_KEY_FILE: keys.file });
    const user = fixture.newUser();
    for (const [index, value] of SECRETS.entries()) {
      const vaultId = await fixture.newVault(user, `vault ${String(index)}`);
      await fixture.putItem(user, vaultId, { name: 'first', value: 'an earlier value' });
      await fixture.putItem(user, vaultId, { name: 'first', value });
    }
  });
  afterAll(async () => {
    await fixture.close();
    await keys.close();
    await wrong.close();
  });

  /** Every column of every table, as text. */
  const dump = async (): Promise<string> => {
    const tables = await fixture.owner.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'vault' order by table_name`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['audit_entries', 'vault_item_versions', 'vault_items', 'vaults']),
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const rows = await fixture.owner.query<{ row: string }>(`select entry::text as row from vault.${name} entry`);
      lines.push(...rows.map(({ row }) => row));
    }
    return lines.join('\n');
  };

  test('contains no secret and no key in any encoding', async () => {
    const text = await dump();
    const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
    expect(bytes.length).toBeGreaterThan(SECRETS.length * 4);
    const [{ key }] = readLocalKeys((await keys.text()).trim(), 'test');
    const hidden = [...[...SECRETS, 'an earlier value'].map((value) => Buffer.from(value)), key];
    for (const each of hidden) {
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
        expect(text).not.toContain(each.toString(encoding).replace(/=+$/, ''));
      expect(bytes.some((column) => column.includes(each))).toBe(false);
    }
  });

  test('reveals every secret with the right key, and nothing with a wrong one', async () => {
    const right = await openAllValues(fixture.owner, await keys.ring());
    expect([...right.values()].toSorted()).toEqual(SECRETS.toSorted());
    const nothing = new Set((await openAllValues(fixture.owner, await wrong.ring())).values());
    expect(nothing).toEqual(new Set(['nothing: The key of the vault is unavailable, try again shortly']));
  });

  test('reveals nothing to a wrong key that has the id of the right one, or is applied to the values directly', async () => {
    const ring = await wrong.ring();
    const [wrongId = ''] = await wrong.ids();
    const [{ key }] = readLocalKeys(await wrong.text(), 'test');
    const renamed: Pick<KeyRing, 'unwrap'> = {
      unwrap: ({ wrapped }, vault) => ring.unwrap({ keyId: wrongId, wrapped }, vault),
    };
    for (const value of (await openAllValues(fixture.owner, renamed)).values())
      expect(value).toMatch(/^nothing: .* not open/);

    const sealed = await fixture.owner.query<{ salt: Buffer; sealed: Buffer; binding: string[] }>(
      `select salt, sealed, array['vault item', tenant_id, vault_id, item_id, version::text] as binding
       from vault_item_versions`,
    );
    expect(sealed).toHaveLength(SECRETS.length * 2);
    for (const { binding, ...value } of sealed) expect(() => open(key, value, binding)).toThrow('does not open');
  });
});
