import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import {
  createVault,
  createVaultItem,
  listVaultAudit,
  listVaultItems,
  listVaults,
  revealVaultItem,
} from '@strata/contracts/operations/vaults';
import type { VaultAuditEntry } from '@strata/contracts/schemas/vault';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { startVaultFixture, type CallRequest, type TestUser, type VaultFixture } from './vault-fixture.ts';

const NOT_FOUND = { code: 'not_found', message: 'The vault does not exist' };

describeOnDatabase('Vaults', (backend) => {
  let fixture: VaultFixture;
  beforeAll(async () => {
    fixture = await startVaultFixture(backend);
  });
  afterAll(() => fixture.close());

  const namesOf = async (as: TestUser): Promise<string[]> =>
    (await fixture.call(as, listVaults)).items.map(({ name }) => name);
  const logOf = async (as: TestUser, id: string): Promise<VaultAuditEntry[]> =>
    (await fixture.call(as, listVaultAudit, { params: { id } })).items;
  /** One request to each operation within a vault. */
  const requestsTo = (id: string, itemId: string): [Operation, CallRequest][] => [
    [createVaultItem, { params: { id }, body: { name: 'mine', type: 'note', value: 'x' } }],
    [listVaultItems, { params: { id } }],
    [revealVaultItem, { params: { id, itemId } }],
    [listVaultAudit, { params: { id } }],
  ];

  test('vaults are listed in order of creation, page by page, with their number of items', async () => {
    const creator = fixture.newUser();
    const made = await fixture.call(creator, createVault, { body: { name: 'Quay', description: 'What pilots need' } });
    expect(made).toMatchObject({
      name: 'Quay',
      description: 'What pilots need',
      createdBy: creator.userId,
      itemCount: 0,
    });
    await fixture.newVault(creator, 'Pier');
    await fixture.putItem(creator, made.id);
    const first = await fixture.call(creator, listVaults, { query: { limit: 1 } });
    expect(first).toMatchObject({ items: [{ id: made.id, itemCount: 1 }], pagination: { hasMore: true, total: 2 } });
    expect(Date.parse(first.items[0]?.updatedAt ?? '')).toBeGreaterThan(Date.parse(made.updatedAt));
    const query = { limit: 1, cursor: first.pagination.cursor };
    expect((await fixture.call(creator, listVaults, { query })).items).toMatchObject([
      { name: 'Pier', description: null },
    ]);
    await expect(fixture.call(creator, listVaults, { query: { cursor: 'x' } })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ field: 'cursor', message: 'is damaged' }],
    });
  });

  test('a user cannot create two vaults of one name, regardless of case; other users can use the name', async () => {
    const creator = fixture.newUser();
    const colleague = fixture.newUser(creator.context.scope.tenantId);
    const stranger = fixture.newUser();
    await fixture.newVault(creator, 'Quay');
    await expect(fixture.newVault(creator, 'QUAY')).rejects.toMatchObject({ code: 'conflict' });
    await fixture.newVault(colleague, 'Quay');
    await fixture.newVault(stranger, 'Quay');
    for (const user of [creator, colleague, stranger]) expect(await namesOf(user)).toEqual(['Quay']);
  });

  test.each([
    ['the case of letters beyond ASCII', 'ÜBERFAHRT', 'überfahrt'],
    ['Unicode normalization', 'Caf\u00e9', 'Cafe\u0301'],
    ['full-width letters', 'Pier', '\uff30ier'],
    ['spaces around them', 'Pier', '\u00a0Pier '],
  ])('names that differ only in %s are the same name', async (_, name, again) => {
    const creator = fixture.newUser();
    await fixture.newVault(creator, name);
    await expect(fixture.newVault(creator, again)).rejects.toMatchObject({ code: 'conflict' });
    expect(await namesOf(creator)).toEqual([name]);
  });

  test('one of two concurrent creations with the same name succeeds', async () => {
    const creator = fixture.newUser();
    const both = await Promise.allSettled([fixture.newVault(creator, 'Quay'), fixture.newVault(creator, 'quay')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  });

  test('every vault is on exactly one page, even when more are created meanwhile', async () => {
    const creator = fixture.newUser();
    for (const name of ['a', 'b', 'c']) await fixture.newVault(creator, name);
    const first = await fixture.call(creator, listVaults, { query: { limit: 2 } });
    await fixture.newVault(creator, 'd');
    const query = { limit: 2, cursor: first.pagination.cursor };
    const second = await fixture.call(creator, listVaults, { query });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect([first.pagination.total, second.pagination]).toEqual([3, { hasMore: false, cursor: null, total: 4 }]);
  });

  test('a tenant has at most 1,000 vaults', async () => {
    const creator = fixture.newUser();
    await fixture.newVault(creator, 'the first');
    await fixture.owner.query(
      `insert into vaults (id, tenant_id, name, name_key, created_by, key_id, wrapped_key, created_at, updated_at)
       select 'vlt_' || n, tenant_id, n, n, 'usr_' || n % 10, key_id, wrapped_key, created_at, updated_at
       from vaults, generate_series(1, 998) n where tenant_id = $1`,
      [creator.context.scope.tenantId],
    );
    const both = await Promise.allSettled([
      fixture.newVault(creator, 'the last'),
      fixture.newVault(creator, 'one too many'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const full = { code: 'conflict', message: 'The tenant has 1,000 vaults, which is the maximum' };
    await expect(fixture.newVault(creator, 'another')).rejects.toMatchObject(full);
    await fixture.newVault(fixture.newUser(), 'of another tenant');
  });

  test('a user creates at most 100 vaults', async () => {
    const creator = fixture.newUser();
    await fixture.newVault(creator, 'the first');
    await fixture.owner.query(
      `insert into vaults (id, tenant_id, name, name_key, created_by, key_id, wrapped_key, created_at, updated_at)
       select 'vlt_' || n, tenant_id, n, n, created_by, key_id, wrapped_key, created_at, updated_at
       from vaults, generate_series(1, 98) n where tenant_id = $1`,
      [creator.context.scope.tenantId],
    );
    const both = await Promise.allSettled([
      fixture.newVault(creator, 'the last'),
      fixture.newVault(creator, 'one too many'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const full = { code: 'conflict', message: 'You have made 100 vaults, which is the maximum for one user' };
    await expect(fixture.newVault(creator, 'another')).rejects.toMatchObject(full);
    await fixture.newVault(fixture.newUser(creator.context.scope.tenantId), 'of a colleague');
  });

  describe('Access to a vault', () => {
    test('is granted to a tenant admin who did not create it', async () => {
      const creator = fixture.newUser();
      const id = await fixture.newVault(creator, 'Quay');
      const itemId = await fixture.putItem(creator, id);
      const admin = fixture.newUser(creator.context.scope.tenantId, { isTenantAdmin: true });
      expect(await namesOf(admin)).toEqual(['Quay']);
      for (const [operation, request] of requestsTo(id, itemId)) await fixture.call(admin, operation, request);
      const log = await logOf(creator, id);
      expect(log.map(({ action, actorId }) => [action, actorId]).slice(0, 2)).toEqual([
        ['vault_item.reveal', admin.userId],
        ['vault_item.create', admin.userId],
      ]);
    });

    test.each([
      ['a user of the tenant who is not tenant admin', { isTenantAdmin: false }, true],
      ['a user of the tenant whose rights are not known', {}, true],
      ['a tenant admin of another tenant', { isTenantAdmin: true }, false],
    ])('is denied to %s, for whom it does not exist', async (_user, rights, isOfTenant) => {
      const creator = fixture.newUser();
      const id = await fixture.newVault(creator);
      const itemId = await fixture.putItem(creator, id);
      const user = fixture.newUser(isOfTenant ? creator.context.scope.tenantId : undefined, rights);
      expect(await namesOf(user)).toEqual([]);
      for (const vaultId of [id, 'vlt_none'])
        for (const [operation, request] of requestsTo(vaultId, itemId))
          await expect(fixture.call(user, operation, request)).rejects.toMatchObject(NOT_FOUND);
    });

    test('is denied to API keys', async () => {
      const creator = fixture.newUser();
      const id = await fixture.newVault(creator);
      const actor = { type: 'api_key', id: creator.userId, scopes: ['admin'], isTenantAdmin: true } as const;
      const apiKey = { ...creator, context: { ...creator.context, actor } };
      const all: [Operation, CallRequest][] = [
        [createVault, { body: { name: 'x' } }],
        [listVaults, {}],
        ...requestsTo(id, 'itm_x'),
      ];
      for (const [operation, request] of all)
        await expect(fixture.call(apiKey, operation, request)).rejects.toMatchObject({ code: 'forbidden' });
    });
  });

  describe('A denied attempt on a vault', () => {
    const attempt = (as: TestUser, id: string, itemId = 'itm_x'): Promise<unknown> =>
      fixture.call(as, revealVaultItem, { params: { id, itemId }, body: { reason: 'I only look' } });
    const newColleague = (of: TestUser): TestUser => fixture.newUser(of.context.scope.tenantId);
    const denialsIn = async (as: TestUser, id: string) =>
      (await logOf(as, id)).filter(({ action }) => action === 'vault.refuse').reverse();

    test('is in its log with the item, once a minute for each user', async () => {
      const creator = fixture.newUser();
      const id = await fixture.newVault(creator);
      const itemId = await fixture.putItem(creator, id);
      const [one, other] = [newColleague(creator), newColleague(creator)];
      await Promise.allSettled([attempt(one, id, itemId), attempt(one, id, itemId)]);
      for (const user of [one, other]) await expect(attempt(user, id, itemId)).rejects.toMatchObject(NOT_FOUND);
      const entry = { itemId, reason: 'no access to the vault', ip: '203.0.113.7' };
      const expected = [one, other].map(({ userId: actorId }) => ({ ...entry, actorId }));
      expect(await denialsIn(creator, id)).toMatchObject(expected);
      expect(await denialsIn(creator, id)).toHaveLength(2);
      fixture.advanceClock(60_001);
      await expect(attempt(one, id, 'a secret in the wrong place')).rejects.toMatchObject(NOT_FOUND);
      expect((await denialsIn(creator, id))[2]).toMatchObject({ actorId: one.userId, itemId: null });
    });

    test('is reported to the audit logs of the caller’s own tenant, equally for a vault that exists and one that does not', async () => {
      const creator = fixture.newUser();
      const id = await fixture.newVault(creator);
      const [colleague, stranger] = [newColleague(creator), fixture.newUser()];
      fixture.reported.length = 0;
      for (const [user, vaultId] of [
        [colleague, id],
        [stranger, id],
        [stranger, 'vlt_none'],
      ] as const)
        await expect(attempt(user, vaultId)).rejects.toMatchObject(NOT_FOUND);
      expect(
        fixture.reported.map(({ report: { entries, ...to }, context }) => [to, context.scope.tenantId, entries]),
      ).toMatchObject(
        [[colleague, id] as const, [stranger, id] as const, [stranger, 'vlt_none'] as const].map(([user, vaultId]) => [
          { organizationId: null, place: null },
          user.context.scope.tenantId,
          [{ action: 'vault_item.reveal', outcome: 'denied', resourceId: null, changes: { after: { vaultId } } }],
        ]),
      );
    });

    test('gets the same error as on a missing vault, also while the log cannot be written', async () => {
      const creator = fixture.newUser();
      const [unrecorded, recorded] = [await fixture.newVault(creator, 'a'), await fixture.newVault(creator, 'b')];
      const user = newColleague(creator);
      const errors = (): Promise<unknown[]> =>
        Promise.all([unrecorded, recorded, 'vlt_none'].map((id) => attempt(user, id).catch((error: unknown) => error)));
      await expect(attempt(user, recorded)).rejects.toMatchObject(NOT_FOUND);
      for (const table of ['audit_entries', 'audit_heads']) {
        await fixture.owner.query(`revoke insert on ${table} from strata_vault`);
        const duringOutage = await errors();
        await fixture.owner.query(`grant insert on ${table} to strata_vault`);
        expect(duringOutage).toMatchObject(Array(3).fill({ code: 'unavailable' }));
      }
      expect(await errors()).toMatchObject(Array(3).fill(NOT_FOUND));
      expect(await denialsIn(creator, unrecorded)).toHaveLength(1);
      expect(await denialsIn(creator, recorded)).toHaveLength(1);
    });

    test('is not in its log when it comes from another tenant', async () => {
      const creator = fixture.newUser();
      const id = await fixture.newVault(creator);
      await expect(attempt(fixture.newUser(), id)).rejects.toMatchObject(NOT_FOUND);
      expect(await logOf(creator, id)).toHaveLength(1);
    });
  });
});
