import { expect, test } from '@jest/globals';
import { createVault, createVaultItem, listVaultAudit, revealVaultItem } from '@strata/contracts/operations/vaults';
import type { VaultItem } from '@strata/contracts/schemas/vault';
import { pathOf, type ApiClient, type ApiResponse } from '../fixtures/api-client.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

/** Reveals per minute and user, by default. */
const REVEALS = 30;
const VALUE = 'kelp-and-7-tides';

/** Vaults over HTTP. */
export function vaultRules(base: () => string): void {
  const newItem = async (item: object = {}): Promise<{ user: ApiClient; api: ApiClient; item: VaultItem }> => {
    const { user, api } = await newTenant(base());
    const { id } = await user.call(createVault, { body: { name: 'Harbour systems' } });
    const body = { name: 'tide-table', type: 'password', value: VALUE, ...item };
    return { user, api, item: await user.call(createVaultItem, { params: { id }, body }) };
  };
  const reveal = (as: ApiClient, { id: itemId, vaultId: id }: VaultItem, body?: unknown): Promise<ApiResponse> =>
    as.post(pathOf(revealVaultItem, { params: { id, itemId } }), body);
  const codeOf = ({ status, body }: ApiResponse): unknown => [
    status,
    (body as { error?: { code: string } }).error?.code,
  ];

  test('a reveal is not cacheable, needs no body, and is forbidden to an API key', async () => {
    const { user, api, item } = await newItem();
    for (const body of [undefined, {}, { reason: 'The tide table is set up again', version: 1 }]) {
      const { status, headers, body: envelope } = await reveal(user, item, body);
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(envelope).toMatchObject({ data: { id: item.id, vaultId: item.vaultId, value: VALUE, version: 1 } });
    }
    const denied = await reveal(api, item, {});
    expect(codeOf(denied)).toEqual([403, 'forbidden']);
    expect(JSON.stringify(denied.body)).not.toContain(VALUE);
    const log = await user.call(listVaultAudit, { params: { id: item.vaultId } });
    expect(log.items.map(({ reason, ip }) => [reason, ip !== null]).slice(0, 3)).toEqual([
      ['The tide table is set up again', true],
      [null, true],
      [null, true],
    ]);
  });

  test('an expired item is gone, and an unknown version is not found', async () => {
    const { user, item } = await newItem({ expiresAt: '2001-01-01T00:00:00Z' });
    expect(codeOf(await reveal(user, item))).toEqual([410, 'gone']);
    expect(codeOf(await reveal(user, item, { version: 2 }))).toEqual([404, 'not_found']);
  });

  test('a reveal above the rate limit is a 429 with the time of the next one', async () => {
    const { user, item } = await newItem();
    const replies = await Promise.all(Array.from({ length: REVEALS + 3 }, () => reveal(user, item)));
    const limited = replies.filter(({ status }) => status !== 200);
    expect(limited.map(codeOf)).toEqual(Array(3).fill([429, 'rate_limited']));
    for (const { headers } of limited) {
      const seconds = Number(headers['retry-after']);
      expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
    }
  });
}
