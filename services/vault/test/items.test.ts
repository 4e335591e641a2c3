import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createVaultItem, listVaultAudit, listVaultItems, revealVaultItem } from '@strata/contracts/operations/vaults';
import { MOST_ITEM_METADATA_BYTES, MOST_SECRET_CHARACTERS, type VaultItem } from '@strata/contracts/schemas/vault';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { startVaultFixture, type TestUser, type VaultFixture } from './vault-fixture.ts';

const KEPT = 3;
const AT_ONCE = 6;

describeOnDatabase('Items of a vault', (backend) => {
  let fixture: VaultFixture;
  beforeAll(async () => {
    fixture = await startVaultFixture(backend, { VAULT_VERSIONS_KEPT: String(KEPT) });
  });
  afterAll(() => fixture.close());

  const newVault = async (): Promise<{ creator: TestUser; id: string }> => {
    const creator = fixture.newUser();
    return { creator, id: await fixture.newVault(creator) };
  };
  const put = (as: TestUser, id: string, item: object): Promise<VaultItem> => {
    const body = { name: 'tide-table', type: 'token', value: 'tide', ...item };
    return fixture.call(as, createVaultItem, { params: { id }, body });
  };
  const list = async (as: TestUser, id: string) => (await fixture.call(as, listVaultItems, { params: { id } })).items;
  const actionsOf = async (as: TestUser, id: string): Promise<string[]> =>
    (await fixture.call(as, listVaultAudit, { params: { id } })).items.map(({ action }) => action).reverse();

  test('are listed in order of creation, page by page, without their values', async () => {
    const { creator, id } = await newVault();
    const metadata = { owner: 'Quay Operations', z: 1, a: [null] };
    const first = await put(creator, id, { name: 'b', metadata, expiresAt: '2126-01-01T02:00:00+02:00' });
    const second = await put(creator, id, { name: 'a', type: 'certificate' });
    expect(first).toEqual({
      id: first.id,
      vaultId: id,
      name: 'b',
      type: 'token',
      version: 1,
      metadata,
      createdAt: first.createdAt,
      updatedAt: first.createdAt,
      expiresAt: '2126-01-01T00:00:00.000Z',
    });
    expect(Object.keys(first.metadata)).toEqual(['owner', 'z', 'a']);
    expect(await list(creator, id)).toEqual([first, second]);
    const page = await fixture.call(creator, listVaultItems, { params: { id }, query: { limit: 1 } });
    expect(page).toMatchObject({ items: [first], pagination: { hasMore: true, total: 2 } });
    const query = { limit: 1, cursor: page.pagination.cursor };
    expect((await fixture.call(creator, listVaultItems, { params: { id }, query })).items).toEqual([second]);
  });

  test('with a name that exists become a new version, with the type, metadata and expiry of the new one', async () => {
    const { creator, id } = await newVault();
    const first = await put(creator, id, { metadata: { a: 1 }, expiresAt: '2126-01-01T00:00:00Z' });
    const second = await put(creator, id, { type: 'password', metadata: { b: 2 } });
    expect(second).toMatchObject({ id: first.id, version: 2, type: 'password', metadata: { b: 2 }, expiresAt: null });
    expect(second.createdAt).toBe(first.createdAt);
    expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
    expect(await list(creator, id)).toEqual([second]);
    expect(await actionsOf(creator, id)).toEqual(['vault.create', 'vault_item.create', 'vault_item.update']);
    expect(await put(creator, id, { name: 'Tide-Table' })).toMatchObject({ version: 1 });
  });

  test('put concurrently under one name become versions of one item, without loss or duplicates', async () => {
    const { creator, id } = await newVault();
    const items = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => put(creator, id, { value: `v${String(index)}` })),
    );
    expect(new Set(items.map((item) => item.id)).size).toBe(1);
    expect(items.map(({ version }) => version).sort()).toEqual(items.map((_, index) => index + 1));
    expect(await list(creator, id)).toMatchObject([{ version: AT_ONCE }]);
    for (const { version, id: itemId } of items.filter((item) => item.version > AT_ONCE - KEPT)) {
      const value = `v${String(items.findIndex((item) => item.version === version))}`;
      const request = { params: { id, itemId }, body: { version } };
      expect(await fixture.call(creator, revealVaultItem, request)).toMatchObject({ value, version });
    }
  });

  test('keep the configured number of versions', async () => {
    const { creator, id } = await newVault();
    for (let version = 1; version <= KEPT + 2; version += 1) await put(creator, id, {});
    const sql = 'select version from vault_item_versions where vault_id = $1 order by version';
    expect(await fixture.owner.query(sql, [id])).toEqual([3, 4, 5].map((version) => ({ version })));
  });

  test('are limited to 10,000 in a vault, whose items can still get new versions', async () => {
    const { creator, id } = await newVault();
    const { id: itemId } = await put(creator, id, { name: 'known' });
    await fixture.owner.query('update vaults set item_count = 9999 where id = $1', [id]);
    await put(creator, id, { name: 'the last' });
    await expect(put(creator, id, { name: 'one too many' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await put(creator, id, { name: 'known' })).toMatchObject({ id: itemId, version: 2 });
  });

  test.each([
    [
      'metadata that is one character too long',
      { metadata: { a: 'x'.repeat(MOST_ITEM_METADATA_BYTES - 7) } },
      'metadata',
    ],
    ['metadata that is a list', { metadata: ['a'] }, 'metadata'],
    ['an unknown type', { type: 'passphrase' }, 'type'],
    ['no name', { name: '' }, 'name'],
    ['no value', { value: '' }, 'value'],
    ['a value that is one character too long', { value: 'x'.repeat(MOST_SECRET_CHARACTERS + 1) }, 'value'],
    ['a value that UTF-8 cannot encode', { value: 'tide\ud800' }, 'value'],
    ['an expiry without a time zone', { expiresAt: '2126-05-08T09:12:00' }, 'expiresAt'],
  ])('are rejected with %s, and nothing of them is stored or repeated', async (_, item, field) => {
    const { creator, id } = await newVault();
    const value = 'kelp-and-seven-tides';
    const failure: unknown = await put(creator, id, { value, ...item }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'validation_error',
      details: [{ field: expect.stringContaining(field), message: expect.any(String) }],
    });
    expect(JSON.stringify(failure)).not.toMatch(/kelp|tide|xxx/);
    expect(await list(creator, id)).toEqual([]);
  });

  test('may have metadata and a value of the maximum size', async () => {
    const { creator, id } = await newVault();
    const metadata = { a: 'x'.repeat(MOST_ITEM_METADATA_BYTES - 8) };
    expect(await put(creator, id, { metadata, value: 'x'.repeat(MOST_SECRET_CHARACTERS) })).toMatchObject({ metadata });
  });

  test('are stored together with their entry in the log, or not at all', async () => {
    const { creator, id } = await newVault();
    const first = await put(creator, id, { value: 'first' });
    await fixture.owner.query('revoke insert on audit_entries from strata_vault');
    try {
      await expect(put(creator, id, { value: 'second' })).rejects.toThrow();
      await expect(put(creator, id, { name: 'another' })).rejects.toThrow();
      await expect(fixture.newVault(creator, 'Another')).rejects.toThrow();
    } finally {
      await fixture.owner.query('grant insert on audit_entries to strata_vault');
    }
    expect(await list(creator, id)).toEqual([first]);
    expect(await actionsOf(creator, id)).toEqual(['vault.create', 'vault_item.create']);
    const request = { params: { id, itemId: first.id } };
    expect(await fixture.call(creator, revealVaultItem, request)).toMatchObject({ value: 'first', version: 1 });
    expect(await fixture.newVault(creator, 'Another')).toEqual(expect.any(String));
  });

  test('are in the database only as ciphertext, with a unique salt', async () => {
    const { creator, id } = await newVault();
    const value = 'kelp-and-seven-tides';
    await put(creator, id, { value });
    await put(creator, id, { name: 'again', value });
    for (const table of ['vaults', 'vault_items', 'vault_item_versions', 'audit_entries', 'audit_heads'])
      for (const { row } of await fixture.owner.query<{ row: string }>(`select t::text as row from ${table} t`))
        for (const form of ['utf8', 'hex', 'base64'] as const)
          expect(row).not.toContain(Buffer.from(value).toString(form));
    const sealed = await fixture.owner.query<{ count: number }>(
      'select count(distinct sealed)::int as count from vault_item_versions where vault_id = $1',
      [id],
    );
    expect(sealed).toEqual([{ count: 2 }]);
    const copy = `insert into vault_item_versions (tenant_id, vault_id, item_id, version, type, salt, sealed, created_at)
      select tenant_id, vault_id, item_id, 9, type, salt, sealed, created_at from vault_item_versions where vault_id = $1`;
    await expect(fixture.owner.query(copy, [id])).rejects.toMatchObject({ code: '23505' });
    expect(fixture.log.text()).not.toContain(value);
  });
});
