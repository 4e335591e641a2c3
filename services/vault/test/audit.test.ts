import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listVaultAudit, revealVaultItem } from '@strata/contracts/operations/vaults';
import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AUDITOR_ROLE, ROTATOR_ROLE, VAULT_SCHEMA } from '../src/adapters/vault-schema.ts';
import { startVaultFixture, type TestUser, type VaultFixture } from './vault-fixture.ts';

const REFUSED = { code: '42501' };
const AT_ONCE = 10;
const FIELDS = ['id', 'sequence', 'action', 'actorId', 'itemId', 'reason', 'ip', 'at', 'previousHash', 'hash'];
/** Of each, whether the service may change or delete its rows. */
const TABLES = [
  ['vaults', { changes: true, deletes: false }],
  ['vault_items', { changes: true, deletes: false }],
  ['vault_item_versions', { changes: false, deletes: true }],
  ['audit_entries', { changes: false, deletes: false }],
  ['audit_heads', { changes: true, deletes: false }],
] as const;

type BrokenAt = (entries: readonly VaultAuditEntry[]) => number | null;

/** The program of the documentation, as it stands there. */
function brokenAtOfGuide(): BrokenAt {
  const guide = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
  const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  // What a reader of the documentation would run.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  return new Function('createHash', `${program.replace(/^import .*\n/gm, '')}; return brokenAt;`)(
    createHash,
  ) as BrokenAt;
}

describeOnDatabase('The log of a vault', (backend) => {
  let fixture: VaultFixture;
  beforeAll(async () => {
    fixture = await startVaultFixture(backend);
  });
  afterAll(() => fixture.close());

  /** A vault in whose log everything is once: made, filled, filled anew, revealed, refused. */
  async function livedIn(): Promise<{ creator: TestUser; id: string }> {
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

  test('has every deed and every refusal, each with the same ten fields and nothing of a value', async () => {
    const { creator, id } = await livedIn();
    const { items, pagination } = await read(creator, id);
    expect(items.toReversed().map(({ action }) => action)).toEqual([
      ...['vault.create', 'vault_item.create', 'vault_item.update', 'vault_item.reveal', 'vault.refuse'],
      ...['vault_item.create', 'vault_item.refuse'],
    ]);
    for (const entry of items) expect(Object.keys(entry)).toEqual(FIELDS);
    expect(pagination).toEqual({ hasMore: false, cursor: null, total: 7 });
  });

  test('is read newest first, page by page, and stays in place while it grows', async () => {
    const { creator, id } = await livedIn();
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

  /** The worked example of the documentation, run as it stands there. */
  test('is a chain that anybody recomputes from what the interface answers, as the documentation says', async () => {
    const { creator, id } = await livedIn();
    const entries = (await read(creator, id)).items.toReversed();
    const brokenAt = brokenAtOfGuide();
    expect(brokenAt(entries)).toBeNull();
    const fields = FIELDS.filter((field) => field !== 'sequence');
    for (const field of fields) {
      const changed = entries.map((entry) => (entry.sequence === 3 ? { ...entry, [field]: 'x' } : entry));
      expect([field, brokenAt(changed)]).toEqual([field, 3]);
    }
    expect(brokenAt(entries.filter(({ sequence }) => sequence !== 4))).toBe(5);
  });

  test('stays whole when much happens at once; times never go back, also where a clock does', async () => {
    const creator = fixture.newUser();
    const id = await fixture.newVault(creator);
    const itemId = await fixture.putItem(creator, id);
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, () => fixture.call(creator, revealVaultItem, { params: { id, itemId } })),
      ...Array.from({ length: AT_ONCE }, (_, place) => fixture.putItem(creator, id, { name: `n${String(place % 3)}` })),
    ]);
    fixture.advanceClock(-30_000);
    const late = await fixture.call(creator, revealVaultItem, { params: { id, itemId } });
    fixture.advanceClock(30_000);
    const entries = (await read(creator, id, { limit: 100 })).items.toReversed();
    expect(entries).toHaveLength(2 * AT_ONCE + 3);
    expect(brokenAtOfGuide()(entries)).toBeNull();
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(late.revealedAt).toBe(times.at(-1));
  });

  describe('and what it tells of are kept by the database', () => {
    const as = (role: string, sql: string): Promise<unknown> => fixture.database.asRole(role, (tx) => tx.execute(sql));
    const asTenant = (who: TestUser, sql: string): Promise<number> =>
      fixture.database.inTenant(who.context.scope, (tx) => tx.execute(sql));

    test('the service may append to it, and not change, delete or empty it', async () => {
      const { creator } = await livedIn();
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
        await expect(asTenant(creator, sql)).rejects.toMatchObject(REFUSED);
    });

    test('who verifies and who rotates read no values and change nothing', async () => {
      for (const [role, tables] of [
        [AUDITOR_ROLE, ['audit_entries', 'audit_heads']],
        [ROTATOR_ROLE, []],
      ] as const)
        for (const [table] of TABLES) {
          const reading = as(role, `select * from ${table}`);
          if ((tables as readonly string[]).includes(table)) await reading;
          else await expect(reading).rejects.toMatchObject(REFUSED);
          for (const sql of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`])
            await expect(as(role, sql)).rejects.toMatchObject(REFUSED);
        }
    });

    test.each(TABLES)('a statement without a filter reaches %s of its own tenant alone', async (table, may) => {
      const { creator } = await livedIn();
      const { tenantId } = creator.context.scope;
      await livedIn();
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
