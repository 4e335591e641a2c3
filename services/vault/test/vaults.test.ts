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
import { refused, startRig, type Asked, type Person, type Rig } from './rig.ts';

const NOT_THERE = { code: 'not_found', message: 'The vault does not exist' };

describeOnDatabase('Vaults', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  const namesOf = async (as: Person): Promise<string[]> =>
    (await rig.ask(as, listVaults)).items.map(({ name }) => name);
  const logOf = async (as: Person, id: string): Promise<VaultAuditEntry[]> =>
    (await rig.ask(as, listVaultAudit, { params: { id } })).items;
  /** Everything that somebody may try within a vault. */
  const attempts = (id: string, itemId: string): [Operation, Asked][] => [
    [createVaultItem, { params: { id }, body: { name: 'mine', type: 'note', value: 'x' } }],
    [listVaultItems, { params: { id } }],
    [revealVaultItem, { params: { id, itemId } }],
    [listVaultAudit, { params: { id } }],
  ];

  test('are answered as they were made, counted and listed in their order, page by page', async () => {
    const maker = rig.person();
    const made = await rig.ask(maker, createVault, { body: { name: 'Quay', description: 'What pilots need' } });
    expect(made).toMatchObject({
      name: 'Quay',
      description: 'What pilots need',
      createdBy: maker.userId,
      itemCount: 0,
    });
    await rig.vault(maker, 'Pier');
    await rig.put(maker, made.id);
    const first = await rig.ask(maker, listVaults, { query: { limit: 1 } });
    expect(first).toMatchObject({ items: [{ id: made.id, itemCount: 1 }], pagination: { hasMore: true, total: 2 } });
    expect(Date.parse(first.items[0]?.updatedAt ?? '')).toBeGreaterThan(Date.parse(made.updatedAt));
    const query = { limit: 1, cursor: first.pagination.cursor };
    expect((await rig.ask(maker, listVaults, { query })).items).toMatchObject([{ name: 'Pier', description: null }]);
    await expect(rig.ask(maker, listVaults, { query: { cursor: 'x' } })).rejects.toMatchObject({
      ...refused('validation_error'),
      details: [{ field: 'cursor', message: 'is damaged' }],
    });
  });

  test('have a name once for whoever makes them, without regard to case, and for others again', async () => {
    const maker = rig.person();
    const colleague = rig.person(maker.context.scope.tenantId);
    const stranger = rig.person();
    await rig.vault(maker, 'Quay');
    await expect(rig.vault(maker, 'QUAY')).rejects.toMatchObject(refused('conflict'));
    await rig.vault(colleague, 'Quay');
    await rig.vault(stranger, 'Quay');
    for (const person of [maker, colleague, stranger]) expect(await namesOf(person)).toEqual(['Quay']);
  });

  test.each([
    ['letters beyond ASCII in another case', 'ÜBERFAHRT', 'überfahrt'],
    ['the same letters, composed otherwise', 'Caf\u00e9', 'Cafe\u0301'],
  ])(
    'have no name twice for one maker where it differs by no more than case or encoding: %s',
    async (_, name, again) => {
      const maker = rig.person();
      await rig.vault(maker, name);
      await expect(rig.vault(maker, again)).rejects.toMatchObject(refused('conflict'));
      expect(await namesOf(maker)).toEqual([name]);
    },
  );

  test('go to one of those who ask for the same name at once', async () => {
    const maker = rig.person();
    const both = await Promise.allSettled([rig.vault(maker, 'Quay'), rig.vault(maker, 'quay')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused('conflict') });
  });

  test('are all on some page and on one alone, also where more are made meanwhile', async () => {
    const maker = rig.person();
    for (const name of ['a', 'b', 'c']) await rig.vault(maker, name);
    const first = await rig.ask(maker, listVaults, { query: { limit: 2 } });
    await rig.vault(maker, 'd');
    const query = { limit: 2, cursor: first.pagination.cursor };
    const second = await rig.ask(maker, listVaults, { query });
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect([first.pagination.total, second.pagination]).toEqual([3, { hasMore: false, cursor: null, total: 4 }]);
  });

  test('are a thousand in a tenant at most', async () => {
    const maker = rig.person();
    await rig.vault(maker, 'the first');
    await rig.owner.query(
      `insert into vaults (id, tenant_id, name, name_key, created_by, key_id, wrapped_key, created_at, updated_at)
       select 'vlt_' || n, tenant_id, n, n, 'usr_' || n % 10, key_id, wrapped_key, created_at, updated_at
       from vaults, generate_series(1, 998) n where tenant_id = $1`,
      [maker.context.scope.tenantId],
    );
    const both = await Promise.allSettled([rig.vault(maker, 'the last'), rig.vault(maker, 'one too many')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const full = { code: 'conflict', message: 'The tenant has 1,000 vaults, which is the most' };
    await expect(rig.vault(maker, 'another')).rejects.toMatchObject(full);
    await rig.vault(rig.person(), 'of another tenant');
  });

  test('are a hundred of one user at most, so that nobody uses up those of the tenant', async () => {
    const maker = rig.person();
    await rig.vault(maker, 'the first');
    await rig.owner.query(
      `insert into vaults (id, tenant_id, name, name_key, created_by, key_id, wrapped_key, created_at, updated_at)
       select 'vlt_' || n, tenant_id, n, n, created_by, key_id, wrapped_key, created_at, updated_at
       from vaults, generate_series(1, 98) n where tenant_id = $1`,
      [maker.context.scope.tenantId],
    );
    const both = await Promise.allSettled([rig.vault(maker, 'the last'), rig.vault(maker, 'one too many')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const full = { code: 'conflict', message: 'You have made 100 vaults, which is the most for one user' };
    await expect(rig.vault(maker, 'another')).rejects.toMatchObject(full);
    await rig.vault(rig.person(maker.context.scope.tenantId), 'of a colleague');
  });

  describe('are seen', () => {
    test.each([
      ['whoever registered the tenant', { isOwner: true }],
      ['an owner by role', { roles: ['viewer', 'owner'] }],
      ['an admin by role', { roles: ['admin'] }],
    ] as const)('by %s, who did not make them', async (_who, standing) => {
      const maker = rig.person();
      const id = await rig.vault(maker, 'Quay');
      const itemId = await rig.put(maker, id);
      const leader = rig.person(maker.context.scope.tenantId, standing);
      expect(await namesOf(leader)).toEqual(['Quay']);
      for (const [operation, asked] of attempts(id, itemId)) await rig.ask(leader, operation, asked);
      const log = await logOf(maker, id);
      expect(log.map(({ action, actorId }) => [action, actorId]).slice(0, 2)).toEqual([
        ['vault_item.reveal', leader.userId],
        ['vault_item.create', leader.userId],
      ]);
    });

    test('by nobody else: to them a vault of others is as if it was never made', async () => {
      const maker = rig.person();
      const id = await rig.vault(maker);
      const itemId = await rig.put(maker, id);
      const { tenantId } = maker.context.scope;
      const others = [
        rig.person(tenantId),
        rig.person(tenantId, { roles: ['manager', 'developer', 'analyst', 'viewer'] }),
        rig.person(undefined, { isOwner: true, roles: ['owner'] }),
      ];
      for (const other of others) {
        expect(await namesOf(other)).toEqual([]);
        for (const vaultId of [id, 'vlt_none'])
          for (const [operation, asked] of attempts(vaultId, itemId))
            await expect(rig.ask(other, operation, asked)).rejects.toMatchObject(NOT_THERE);
      }
    });

    test('by no API key', async () => {
      const maker = rig.person();
      const id = await rig.vault(maker);
      const actor = { type: 'api_key', id: maker.userId, scopes: ['admin'] } as const;
      const key = { ...maker, context: { ...maker.context, actor } };
      const all: [Operation, Asked][] = [
        [createVault, { body: { name: 'x' } }],
        [listVaults, {}],
        ...attempts(id, 'itm_x'),
      ];
      for (const [operation, asked] of all)
        await expect(rig.ask(key, operation, asked)).rejects.toMatchObject(refused('forbidden'));
    });
  });

  describe('while it cannot be told who leads the tenant', () => {
    const whileSilent = async (who: readonly ('gateway' | 'enterprise-org')[], work: () => Promise<void>) => {
      for (const service of who) rig.silent.add(service);
      try {
        await work();
      } finally {
        rig.silent.clear();
      }
    };

    test('are open to who made them, and a 503 to others instead of a wrong 404', async () => {
      const maker = rig.person();
      const id = await rig.vault(maker, 'Quay');
      const admin = rig.person(maker.context.scope.tenantId, { roles: ['admin'] });
      await whileSilent(['enterprise-org'], async () => {
        await rig.put(maker, id);
        await expect(rig.ask(admin, listVaultItems, { params: { id } })).rejects.toMatchObject(refused('unavailable'));
        for (const person of [maker, admin])
          await expect(namesOf(person)).rejects.toMatchObject(refused('unavailable'));
      });
      expect(await namesOf(admin)).toEqual(['Quay']);
      expect((await logOf(maker, id)).map(({ action }) => action)).toEqual(['vault_item.create', 'vault.create']);
    });

    test('are to others as one that was never made, whose answer takes as much asking', async () => {
      const maker = rig.person();
      const id = await rig.vault(maker);
      const other = rig.person(maker.context.scope.tenantId);
      for (const service of ['gateway', 'enterprise-org'] as const)
        await whileSilent([service], async () => {
          for (const vaultId of [id, 'vlt_none'])
            for (const [operation, asked] of attempts(vaultId, 'itm_x'))
              await expect(rig.ask(other, operation, asked)).rejects.toMatchObject(refused('unavailable'));
        });
    });

    test('one answer is enough when it is a yes', async () => {
      const maker = rig.person();
      await rig.vault(maker, 'Quay');
      const { tenantId } = maker.context.scope;
      const owner = rig.person(tenantId, { isOwner: true });
      const admin = rig.person(tenantId, { roles: ['admin'] });
      await whileSilent(['enterprise-org'], async () => expect(await namesOf(owner)).toEqual(['Quay']));
      await whileSilent(['gateway'], async () => expect(await namesOf(admin)).toEqual(['Quay']));
    });
  });

  describe('tell of an attempt by somebody of the tenant who does not see them', () => {
    const attempt = (as: Person, id: string, itemId: string): Promise<unknown> =>
      rig.ask(as, revealVaultItem, { params: { id, itemId }, body: { reason: 'I only look' } });

    test('with the item, once a minute for each user', async () => {
      const maker = rig.person();
      const id = await rig.vault(maker);
      const itemId = await rig.put(maker, id);
      const [one, other] = [rig.person(maker.context.scope.tenantId), rig.person(maker.context.scope.tenantId)];
      const refusals = async () => (await logOf(maker, id)).filter(({ action }) => action === 'vault.refuse').reverse();
      await Promise.allSettled([attempt(one, id, itemId), attempt(one, id, itemId)]);
      for (const person of [one, other]) await expect(attempt(person, id, itemId)).rejects.toMatchObject(NOT_THERE);
      const entry = { itemId, reason: 'not theirs to see', ip: '203.0.113.7' };
      const expected = [one, other].map(({ userId: actorId }) => ({ ...entry, actorId }));
      expect(await refusals()).toMatchObject(expected);
      expect(await refusals()).toHaveLength(2);
      rig.pass(60_001);
      await expect(attempt(one, id, 'a secret in the wrong place')).rejects.toMatchObject(NOT_THERE);
      expect((await refusals())[2]).toMatchObject({ actorId: one.userId, itemId: null });
    });

    test('and answer 503 while their log cannot be written', async () => {
      const maker = rig.person();
      const id = await rig.vault(maker);
      const other = rig.person(maker.context.scope.tenantId);
      await rig.owner.query('revoke insert on audit_entries from strata_vault');
      try {
        await expect(attempt(other, id, 'itm_x')).rejects.toMatchObject(refused('unavailable'));
      } finally {
        await rig.owner.query('grant insert on audit_entries to strata_vault');
      }
      await expect(attempt(other, id, 'itm_x')).rejects.toMatchObject(NOT_THERE);
    });

    test('and not of one by another tenant', async () => {
      const maker = rig.person();
      const id = await rig.vault(maker);
      await expect(attempt(rig.person(), id, 'itm_x')).rejects.toMatchObject(NOT_THERE);
      expect(await logOf(maker, id)).toHaveLength(1);
    });
  });
});
