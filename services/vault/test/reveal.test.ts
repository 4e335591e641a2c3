import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listVaultAudit, revealVaultItem } from '@strata/contracts/operations/vaults';
import type { AppError } from '@strata/kernel/errors';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { randomBytes } from 'node:crypto';
import { startVaultFixture, type TestUser, type VaultFixture } from './vault-fixture.ts';

const PER_MINUTE = 5;
const KEPT = 3;
const AT_ONCE = 6;
const VALUE = 'kelp-and-seven-tides';
const VERSION = 'tenant_id = $1 and vault_id = $2 and item_id = $3';

describeOnDatabase('Revealing a secret', (backend) => {
  let server: TestDatabase;
  let fixture: VaultFixture;
  let replica: VaultFixture;
  let creator: TestUser;
  let id: string;
  beforeAll(async () => {
    server = await backend.start();
    const settings = {
      VAULT_KEYS: randomBytes(32).toString('base64'),
      VAULT_VERSIONS_KEPT: String(KEPT),
      VAULT_REVEALS_PER_MINUTE: String(PER_MINUTE),
    };
    const shared = { connection: server.connection, close: () => Promise.resolve() };
    fixture = await startVaultFixture({ ...backend, start: () => Promise.resolve(server) }, settings);
    replica = await startVaultFixture({ ...backend, start: () => Promise.resolve(shared) }, settings);
  });
  afterAll(async () => {
    await replica.close();
    await fixture.close();
  });
  beforeEach(async () => {
    creator = fixture.newUser();
    id = await fixture.newVault(creator);
  });

  const reveal = (itemId: string, body?: object, as = creator, vaultId = id) =>
    fixture.call(as, revealVaultItem, { params: { id: vaultId, itemId }, body });
  const log = async (as = creator, vaultId = id) =>
    (await fixture.call(as, listVaultAudit, { params: { id: vaultId } })).items.filter(
      ({ action }) => action === 'vault_item.reveal' || action === 'vault_item.refuse',
    );
  const failureOf = async (response: Promise<unknown>): Promise<AppError> => {
    const error = await response.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    return error as AppError;
  };

  test('returns the value and the item, and records it in the log first', async () => {
    const itemId = await fixture.putItem(creator, id, { name: 'tide', type: 'password', value: VALUE });
    const revealed = await reveal(itemId, { reason: 'The quay is set up again' });
    const [entry] = await log();
    expect(entry).toMatchObject({
      action: 'vault_item.reveal',
      actorId: creator.userId,
      itemId,
      reason: 'The quay is set up again',
      ip: '203.0.113.7',
      at: revealed.revealedAt,
    });
    const item = { id: itemId, vaultId: id, name: 'tide', type: 'password', version: 1 };
    expect(revealed).toEqual({ ...item, value: VALUE, revealedAt: entry?.at });
  });

  test.each([
    ['one character', 'x'],
    ['lines and blanks at the ends', ' a\r\n\tb \n'],
    ['characters of many bytes', '🗝️ ключ ﷽ e\u0301 é'],
    ['the maximum length', '🗝'.repeat(65_536)],
  ])('returns %s unchanged', async (_what, value) => {
    const itemId = await fixture.putItem(creator, id, { value });
    expect((await reveal(itemId)).value).toBe(value);
  });

  test('returns an earlier version while it is kept, and `not_found` after that', async () => {
    let itemId = '';
    for (const type of ['token', 'password', 'note', 'secret'])
      itemId = await fixture.putItem(creator, id, { type, value: `as ${type}` });
    expect(await reveal(itemId)).toMatchObject({ version: 4, type: 'secret', value: 'as secret' });
    expect(await reveal(itemId, { version: 2 })).toMatchObject({ version: 2, type: 'password', value: 'as password' });
    const notFound = (what: string): object => ({ code: 'not_found', message: `${what} does not exist` });
    for (const version of [1, 5])
      await expect(reveal(itemId, { version })).rejects.toMatchObject(notFound('The version'));
    for (const body of [undefined, { version: 1 }])
      await expect(reveal('itm_none', body)).rejects.toMatchObject(notFound('The item'));
    expect(await log()).toHaveLength(2);
  });

  test('finds an item only in its own vault', async () => {
    const itemId = await fixture.putItem(creator, id);
    const other = await fixture.newVault(creator, 'Another');
    await expect(reveal(itemId, undefined, creator, other)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is denied for an expired version, which is recorded in the log', async () => {
    const expiresAt = new Date(fixture.now().getTime() + 60_000).toISOString();
    const itemId = await fixture.putItem(creator, id, { value: 'old', expiresAt });
    await fixture.putItem(creator, id, { value: 'past', expiresAt: '2001-01-01T00:00:00Z' });
    await expect(reveal(itemId)).rejects.toMatchObject({ code: 'gone' });
    expect((await reveal(itemId, { version: 1 })).value).toBe('old');
    fixture.advanceClock(60_001);
    await expect(reveal(itemId, { version: 1, reason: 'Once more' })).rejects.toMatchObject({ code: 'gone' });
    await fixture.putItem(creator, id, { value: 'new' });
    expect((await reveal(itemId)).value).toBe('new');
    expect((await log()).map(({ action, reason }) => [action, reason]).reverse()).toEqual([
      ['vault_item.refuse', 'The item has expired'],
      ['vault_item.reveal', null],
      ['vault_item.refuse', 'The item has expired'],
      ['vault_item.reveal', null],
    ]);
  });

  test('returns no value while the log cannot be written, and recovers when it can', async () => {
    const itemId = await fixture.putItem(creator, id, { value: VALUE });
    await fixture.owner.query('revoke insert on audit_entries from strata_vault');
    try {
      const failure = await failureOf(reveal(itemId));
      expect(failure).toMatchObject({ code: 'unavailable' });
      expect(JSON.stringify([failure, failure.message])).not.toContain(VALUE);
    } finally {
      await fixture.owner.query('grant insert on audit_entries to strata_vault');
    }
    expect(await log()).toEqual([]);
    expect((await reveal(itemId)).value).toBe(VALUE);
    expect(fixture.log.text()).toContain('The audit log of a vault could not be written');
    expect(fixture.log.text()).not.toContain(VALUE);
  });

  describe('is limited per minute', () => {
    const use = async (count: number, itemId: string, vaultId = id): Promise<void> => {
      for (let time = 0; time < count; time += 1) await reveal(itemId, undefined, creator, vaultId);
    };
    const denials = async (vaultId = id) =>
      (await fixture.call(creator, listVaultAudit, { params: { id: vaultId } })).items.filter(
        ({ action }) => action === 'vault.refuse',
      );
    const LIMITED = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };

    test('for each user, across all vaults of the tenant', async () => {
      const itemId = await fixture.putItem(creator, id);
      const other = await fixture.newVault(creator, 'Another');
      const otherItem = await fixture.putItem(creator, other);
      await use(PER_MINUTE - 1, itemId);
      await use(1, otherItem, other);
      for (const [item, vault] of [
        [itemId, id],
        [otherItem, other],
      ] as const)
        await expect(reveal(item, undefined, creator, vault)).rejects.toMatchObject(LIMITED);
      expect((await log()).length + (await log(creator, other)).length).toBe(PER_MINUTE);
      const admin = fixture.newUser(creator.context.scope.tenantId, { isTenantAdmin: true });
      await reveal(itemId, undefined, admin);
    });

    test('and the denial is in the vault’s log with the item, once a minute for each user', async () => {
      const itemId = await fixture.putItem(creator, id);
      const other = await fixture.newVault(creator, 'Another');
      const otherItem = await fixture.putItem(creator, other);
      await use(PER_MINUTE, itemId);
      for (let time = 0; time < 2; time += 1)
        for (const [item, vault] of [
          [itemId, id],
          [otherItem, other],
        ] as const)
          await expect(reveal(item, { reason: 'Once more' }, creator, vault)).rejects.toMatchObject(LIMITED);
      const entry = { action: 'vault.refuse', actorId: creator.userId, reason: 'too many secrets were revealed' };
      expect(await denials()).toMatchObject([{ ...entry, itemId, ip: '203.0.113.7' }]);
      expect(await denials(other)).toMatchObject([{ ...entry, itemId: otherItem }]);
      // Denials do not count as attempts: the limit ends when it would have ended without them.
      fixture.advanceClock(60_001);
      await use(PER_MINUTE, itemId);
      await expect(reveal(itemId)).rejects.toMatchObject(LIMITED);
      expect(await denials()).toHaveLength(2);
    });

    test('and responds 503 instead while the log cannot be written', async () => {
      const itemId = await fixture.putItem(creator, id);
      await use(PER_MINUTE, itemId);
      await fixture.owner.query('revoke insert on audit_entries from strata_vault');
      try {
        await expect(reveal(itemId)).rejects.toMatchObject({ code: 'unavailable' });
      } finally {
        await fixture.owner.query('grant insert on audit_entries to strata_vault');
      }
      await expect(reveal(itemId)).rejects.toMatchObject(LIMITED);
    });

    test('until each attempt is a minute old', async () => {
      const itemId = await fixture.putItem(creator, id);
      await use(1, itemId);
      fixture.advanceClock(30_000);
      await use(PER_MINUTE - 1, itemId);
      const { retryAfterSeconds = 0, message } = await failureOf(reveal(itemId));
      expect(message).toBe(`Too many secrets were revealed, try again in ${String(retryAfterSeconds)} seconds`);
      expect(retryAfterSeconds).toBeGreaterThan(20);
      expect(retryAfterSeconds).toBeLessThanOrEqual(30);
      fixture.advanceClock(retryAfterSeconds * 1000);
      await use(1, itemId);
      await expect(reveal(itemId)).rejects.toMatchObject(LIMITED);
    });

    test('counting denials of expired items', async () => {
      const expired = await fixture.putItem(creator, id, { expiresAt: '2001-01-01T00:00:00Z' });
      const itemId = await fixture.putItem(creator, id, { name: 'current' });
      await use(PER_MINUTE - 1, itemId);
      await expect(reveal(expired)).rejects.toMatchObject({ code: 'gone' });
      for (const item of [expired, itemId]) await expect(reveal(item)).rejects.toMatchObject(LIMITED);
      expect(await log()).toHaveLength(PER_MINUTE);
    });

    test('across replicas, for many requests at once', async () => {
      const itemId = await fixture.putItem(creator, id);
      const requests = [fixture, replica].flatMap((each) =>
        Array.from({ length: AT_ONCE }, () => each.call(creator, revealVaultItem, { params: { id, itemId } })),
      );
      const responses = await Promise.allSettled(requests);
      const limited = responses
        .filter((response) => response.status === 'rejected')
        .map(({ reason }): unknown => reason);
      expect(limited).toHaveLength(2 * AT_ONCE - PER_MINUTE);
      for (const reason of limited) expect(reason).toMatchObject(LIMITED);
      expect((await log()).map(({ action }) => action)).toEqual(Array(PER_MINUTE).fill('vault_item.reveal'));
      expect(await denials()).toHaveLength(1);
    });
  });

  describe('fails for a value that an attacker with database access moved', () => {
    const READ = `select salt, sealed from vault_item_versions where ${VERSION} and version = $4`;
    const DELETE = `delete from vault_item_versions where ${VERSION} and version = $4`;
    const REPLACE = `update vault_item_versions set salt = $5, sealed = $6 where ${VERSION} and version = $4`;
    const addressOf = (as: TestUser, vaultId: string, itemId: string, version = 1): unknown[] => [
      ...[as.context.scope.tenantId, vaultId, itemId, version],
    ];
    const move = async (from: readonly unknown[], to: readonly unknown[]): Promise<void> => {
      const [taken] = await fixture.owner.query<{ salt: Buffer; sealed: Buffer }>(READ, from);
      await fixture.owner.query(DELETE, from);
      await fixture.owner.query(REPLACE, [...to, taken?.salt, taken?.sealed]);
    };
    const expectClosed = async (itemId: string, body?: object): Promise<void> => {
      const failure = await failureOf(reveal(itemId, body));
      expect([failure.code, failure.message]).toEqual(['internal_error', 'An internal error occurred']);
      expect(await log()).toEqual([]);
    };

    test('to another item', async () => {
      const from = await fixture.putItem(creator, id, { name: 'from', value: VALUE });
      const to = await fixture.putItem(creator, id, { name: 'to' });
      await move(addressOf(creator, id, from), addressOf(creator, id, to));
      await expectClosed(to);
    });

    test('to another version', async () => {
      const itemId = await fixture.putItem(creator, id, { value: VALUE });
      await fixture.putItem(creator, id);
      await move(addressOf(creator, id, itemId, 1), addressOf(creator, id, itemId, 2));
      await expectClosed(itemId);
    });

    test.each(['another vault', 'another tenant'])('to %s, even together with its key', async (where) => {
      const other = where === 'another vault' ? creator : fixture.newUser();
      const from = await fixture.newVault(other, 'from');
      const fromItem = await fixture.putItem(other, from, { value: VALUE });
      const toItem = await fixture.putItem(creator, id);
      await move(addressOf(other, from, fromItem), addressOf(creator, id, toItem));
      await expectClosed(toItem);
      const [key] = await fixture.owner.query<{ wrapped_key: Buffer }>('select wrapped_key from vaults where id = $1', [
        from,
      ]);
      await fixture.owner.query('update vaults set wrapped_key = $2 where id = $1', [id, key?.wrapped_key]);
      await expectClosed(toItem);
    });

    test('or changed in place', async () => {
      const itemId = await fixture.putItem(creator, id, { value: VALUE });
      const flip = `update vault_item_versions set sealed = set_byte(sealed, 0, get_byte(sealed, 0) # 1) where ${VERSION}`;
      const address = addressOf(creator, id, itemId).slice(0, 3);
      await fixture.owner.query(flip, address);
      await expectClosed(itemId);
      await fixture.owner.query(flip, address);
      expect((await reveal(itemId)).value).toBe(VALUE);
      expect(fixture.log.text()).not.toContain(VALUE);
    });
  });

  test('is counted by outcome', async () => {
    const text = await fixture.metrics.render();
    for (const outcome of ['revealed', 'gone', 'rate_limited', 'not_found', 'unavailable', 'internal_error'])
      expect(text).toMatch(new RegExp(`strata_vault_reveals_total\\{[^}]*outcome="${outcome}"[^}]*\\} [1-9]`));
  });
});
