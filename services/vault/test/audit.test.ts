import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listVaultAudit, revealVaultItem } from '@strata/contracts/operations/vaults';
import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AUDITOR_ROLE, ROTATOR_ROLE, VAULT_SCHEMA } from '../src/adapters/vault-schema.ts';
import { startVaultFixture, type TestUser, type VaultFixture } from './vault-fixture.ts';

const PERMISSION_DENIED = { code: '42501' };
const AT_ONCE = 10;
const FIELDS = ['id', 'sequence', 'action', 'actorId', 'itemId', 'reason', 'ip', 'at', 'previousHash', 'hash'];
/** Each table, and whether the service may change or delete its rows. */
const TABLES = [
  ['vaults', { changes: true, deletes: false }],
  ['vault_items', { changes: true, deletes: false }],
  ['vault_item_versions', { changes: false, deletes: true }],
  ['audit_entries', { changes: false, deletes: false }],
  ['audit_heads', { changes: true, deletes: false }],
] as const;

type BrokenAt = (entries: readonly VaultAuditEntry[]) => number | null;

/** The program in the documentation, unchanged. */
function brokenAtFromDocs(): BrokenAt {
  const guide = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
  const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  // Runs the text as a reader of the documentation would.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  return new Function('createHash', `${program.replace(/^import .*\n/gm, '')}; return brokenAt;`)(
    createHash,
  ) as BrokenAt;
}

describeOnDatabase('The audit log of a vault', (backend) => {
  let fixture: VaultFixture;
  beforeAll(async () => {
    fixture = await startVaultFixture(backend);
  });
  afterAll(() => fixture.close());

  /** A vault whose log has each action: create, put, put again, reveal, denial, denial of an expired item. */
  async function vaultWithLog(): Promise<{ creator: TestUser; id: string }> {
    const creator = fixture.newUser();
    const id = await fixture.newVault(creator);
    await fixture.putItem(creator, id);
    const itemId = await fixture.putItem(creator, id);
    const body = { reason: 'The tide "table" \\ is set up\nagain \u2028 🗝' };
    await fixture.call(creator, revealVaultItem, { params: { id, itemId }, body });
    const other = fixture.newUser(creator.context.scope.tenantId);
    await expect(fixture.call(other, revealVaultItem, { params: { id, itemId } })).rejects.toThrow();
    const expired = await fixture.putItem(creator, id, { name: 'old', expiresAt: '2001-01-01T00:00:00Z' });
    await expect(fixture.call(creator, revealVaultItem, { params: { id, itemId: expired } })).rejects.toThrow();
    return { creator, id };
  }
  const read = (as: TestUser, id: string, query: object = {}) =>
    fixture.call(as, listVaultAudit, { params: { id }, query: { ...query } });

  test('has every action and every denial, each with the same ten fields and no secret', async () => {
    const { creator, id } = await vaultWithLog();
    const { items, pagination } = await read(creator, id);
    expect(items.toReversed().map(({ action }) => action)).toEqual([
      ...['vault.create', 'vault_item.create', 'vault_item.update', 'vault_item.reveal', 'vault.refuse'],
      ...['vault_item.create', 'vault_item.refuse'],
    ]);
    for (const entry of items) expect(Object.keys(entry)).toEqual(FIELDS);
    expect(pagination).toEqual({ hasMore: false, cursor: null, total: 7 });
  });

  test('is read newest first, page by page, and pages do not shift while it grows', async () => {
    const { creator, id } = await vaultWithLog();
    const all = (await read(creator, id)).items;
    const first = await read(creator, id, { limit: 3 });
    await fixture.putItem(creator, id);
    const second = await read(creator, id, { limit: 3, cursor: first.pagination.cursor });
    const last = await read(creator, id, { limit: 3, cursor: second.pagination.cursor });
    expect([...first.items, ...second.items, ...last.items]).toEqual(all);
    expect([first, second, last].map(({ pagination }) => pagination.hasMore)).toEqual([true, true, false]);
    expect([first, second, last].map(({ pagination }) => pagination.total)).toEqual([7, 8, 8]);
    await expect(read(creator, id, { cursor: 'x' })).rejects.toMatchObject({ code: 'validation_error' });
  });

  test('is a chain that clients can recompute from API responses with the program in the documentation', async () => {
    const { creator, id } = await vaultWithLog();
    const entries = (await read(creator, id)).items.toReversed();
    const brokenAt = brokenAtFromDocs();
    expect(brokenAt(entries)).toBeNull();
    const fields = FIELDS.filter((field) => field !== 'sequence');
    for (const field of fields) {
      const changed = entries.map((entry) => (entry.sequence === 3 ? { ...entry, [field]: 'x' } : entry));
      expectLabelled(field, brokenAt(changed)).toBe(3);
    }
    expect(brokenAt(entries.filter(({ sequence }) => sequence !== 4))).toBe(5);
  });

  test('stays intact under concurrent actions; times never go back, even if a clock does', async () => {
    const creator = fixture.newUser();
    const id = await fixture.newVault(creator);
    const itemId = await fixture.putItem(creator, id);
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, () => fixture.call(creator, revealVaultItem, { params: { id, itemId } })),
      ...Array.from({ length: AT_ONCE }, (_, index) => fixture.putItem(creator, id, { name: `n${String(index % 3)}` })),
    ]);
    fixture.advanceClock(-30_000);
    const late = await fixture.call(creator, revealVaultItem, { params: { id, itemId } });
    fixture.advanceClock(30_000);
    const entries = (await read(creator, id, { limit: 100 })).items.toReversed();
    expect(entries).toHaveLength(2 * AT_ONCE + 3);
    expect(brokenAtFromDocs()(entries)).toBeNull();
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(late.revealedAt).toBe(times.at(-1));
  });

  describe('and the data that it covers', () => {
    const as = (role: string, sql: string): Promise<unknown> => fixture.database.asRole(role, (tx) => tx.execute(sql));
    const asTenant = (who: TestUser, sql: string): Promise<number> =>
      fixture.database.inTenant(who.context.scope, (tx) => tx.execute(sql));

    test('can be appended to by the service, not changed, deleted or truncated', async () => {
      const { creator } = await vaultWithLog();
      for (const sql of [
        'update audit_entries set reason = null',
        'delete from audit_entries',
        'truncate audit_entries',
        'delete from audit_heads',
        'truncate audit_heads',
        'update vault_item_versions set sealed = salt',
        'delete from vaults',
        'delete from vault_items',
      ])
        await expect(asTenant(creator, sql)).rejects.toMatchObject(PERMISSION_DENIED);
    });

    test('cannot be changed by the auditor role or the rotator role, and neither can read values', async () => {
      for (const [role, tables] of [
        [AUDITOR_ROLE, ['audit_entries', 'audit_heads']],
        [ROTATOR_ROLE, []],
      ] as const)
        for (const [table] of TABLES) {
          const reading = as(role, `select * from ${table}`);
          if ((tables as readonly string[]).includes(table)) await reading;
          else await expect(reading).rejects.toMatchObject(PERMISSION_DENIED);
          for (const sql of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`])
            await expect(as(role, sql)).rejects.toMatchObject(PERMISSION_DENIED);
        }
    });

    test.each(TABLES)('a statement without a filter only reaches rows of its own tenant in %s', async (table, may) => {
      const { creator } = await vaultWithLog();
      const { tenantId } = creator.context.scope;
      await vaultWithLog();
      const tenants = await fixture.database.inTenant(creator.context.scope, (tx) =>
        tx.query(`select distinct tenant_id from ${table}`),
      );
      expect(tenants).toEqual([{ tenant_id: tenantId }]);
      const stranger = fixture.newUser();
      if (may.changes) expect(await asTenant(stranger, `update ${table} set tenant_id = tenant_id`)).toBe(0);
      if (may.deletes) expect(await asTenant(stranger, `delete from ${table}`)).toBe(0);
      expect(await as(VAULT_SCHEMA.role, `select 1 from ${table}`)).toBe(0);
    });
  });
});
