import { expect, test } from '@jest/globals';
import { listSecretRules, updateSecretRule } from '@strata/contracts/operations/secret-rules';
import { createVault, createVaultItem, listVaults, revealVaultItem } from '@strata/contracts/operations/vaults';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { pathOf, type ApiClient } from '../fixtures/api-client.ts';
import { newMember, newOrganization } from '../fixtures/members.ts';
import { newTenant } from '../fixtures/new-tenant.ts';
import { bearer, withoutNoise, type RawResponse } from '../fixtures/raw-client.ts';
import { unknownLike } from '../fixtures/references.ts';
import type { AccessFixture } from './access-fixture.ts';

const NAME = 'Harbour systems';
const VALUE = 'Turn it once';
const VAULT_REQUESTS = [
  ['POST', 'items', { name: 'gate', type: 'note', value: 'Turn it twice' }],
  ['GET', 'items'],
  ['POST', 'items/{item}/reveal', {}],
  ['GET', 'audit'],
] as const;

interface VaultItemIds {
  readonly id: string;
  readonly itemId: string;
}

/** A vault belongs to the user who created it and to tenant admins. A secret rule belongs to the tenant. */
export function vaultAccessRules(fixture: () => AccessFixture): void {
  const send = (caller: ApiClient, method: string, path: string, body?: object): Promise<RawResponse> =>
    fixture().client.send({ method, path, headers: bearer(caller.credential), ...(body && { body }) });

  const newVault = async (user: ApiClient): Promise<VaultItemIds> => {
    const { id } = await user.call(createVault, { body: { name: NAME } });
    const body = { name: 'gate', type: 'password', value: VALUE };
    return { id, itemId: (await user.call(createVaultItem, { params: { id }, body })).id };
  };
  const listed = async (user: ApiClient): Promise<string[]> => (await user.call(listVaults)).items.map(({ id }) => id);
  const valueFor = async (user: ApiClient, params: VaultItemIds): Promise<string> =>
    (await user.call(revealVaultItem, { params: { ...params }, body: {} })).value;

  /** A tenant whose owner, an admin and a developer have a vault each, all with the same name. */
  const tenantWithVaults = async () => {
    const { user: owner } = await newTenant(fixture().base);
    const orgId = await newOrganization(owner);
    const { user: admin } = await newMember(owner, orgId, 'admin');
    const { user: developer } = await newMember(owner, orgId, 'developer');
    const vaults = [await newVault(owner), await newVault(admin), await newVault(developer)] as const;
    return { owner, admin, developer, vaults };
  };

  test('tenant admins read every vault, and a developer gets the same response for a foreign vault as for an unknown one', async () => {
    const { owner, admin, developer, vaults } = await tenantWithVaults();
    const [ofOwner, ofAdmin, ofDeveloper] = vaults;
    for (const user of [owner, admin]) {
      expect(await listed(user)).toEqual(vaults.map(({ id }) => id));
      for (const vault of vaults) expect(await valueFor(user, vault)).toBe(VALUE);
    }
    expect(await listed(developer)).toEqual([ofDeveloper.id]);
    expect(await valueFor(developer, ofDeveloper)).toBe(VALUE);
    for (const { id, itemId } of [ofOwner, ofAdmin])
      for (const [method, part, body] of VAULT_REQUESTS) {
        const at = (vault: string, item: string): string => `/v1/vaults/${vault}/${part.replace('{item}', item)}`;
        const foreign = await send(developer, method, at(id, itemId), body);
        const unknown = await send(developer, method, at(unknownLike(id), unknownLike(itemId)), body);
        expectLabelled(part, foreign.status).toBe(404);
        expectLabelled(part, withoutNoise(foreign)).toEqual(withoutNoise(unknown));
      }
  });

  test('an item is found only in its own vault, even by a user with access to both vaults', async () => {
    const { owner, vaults } = await tenantWithVaults();
    const [{ id }, { itemId }] = vaults;
    const reveal = (params: { id: string; itemId: string }) =>
      send(owner, 'POST', pathOf(revealVaultItem, { params }), {});
    const misplaced = await reveal({ id, itemId });
    expect(misplaced.status).toBe(404);
    expect(withoutNoise(misplaced)).toEqual(withoutNoise(await reveal({ id, itemId: unknownLike(itemId) })));
  });

  test('the name of a vault is unique per user and tenant', async () => {
    const [ours, theirs] = [await tenantWithVaults(), await tenantWithVaults()];
    expect(new Set([...ours.vaults, ...theirs.vaults].map(({ id }) => id)).size).toBe(6);
    expect(await listed(ours.owner)).toEqual(ours.vaults.map(({ id }) => id));
    for (const { id } of theirs.vaults)
      expect((await send(ours.owner, 'GET', `/v1/vaults/${id}/items`)).status).toBe(404);
    expect((await send(ours.owner, 'POST', '/v1/vaults', { name: NAME.toUpperCase() })).status).toBe(409);
  });

  test('only tenant admins change a secret rule, and only for their own tenant', async () => {
    const { owner, admin, developer } = await tenantWithVaults();
    const other = await newTenant(fixture().base);
    const rule = async (user: ApiClient) => (await user.call(listSecretRules)).items.find(({ id }) => id === 'stripe');
    const denied = await send(developer, 'PATCH', '/v1/secret-rules/stripe', { isEnabled: false });
    expect([denied.status, (await rule(owner))?.isEnabled]).toEqual([403, true]);
    for (const [user, isEnabled] of [
      [admin, false],
      [owner, true],
      [owner, false],
    ] as const) {
      await user.call(updateSecretRule, { params: { ruleId: 'stripe' }, body: { isEnabled } });
      expect(await rule(developer)).toMatchObject({ isEnabled });
    }
    expect(await rule(other.user)).toMatchObject({ isEnabled: true });
  });
}
