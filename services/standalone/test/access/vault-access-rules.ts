import { expect, test } from '@jest/globals';
import { listSecretRules, updateSecretRule } from '@strata/contracts/operations/secret-rules';
import { createVault, createVaultItem, listVaults, revealVaultItem } from '@strata/contracts/operations/vaults';
import { pathOf, type ApiClient } from '../fixtures/api-client.ts';
import { newOrganization, newMember } from '../fixtures/members.ts';
import { unknownLike } from '../fixtures/references.ts';
import type { RawResponse } from '../fixtures/raw-client.ts';
import { bearer, withoutNoise, type AccessFixture } from './access-fixture.ts';
import { newTenant, type NewTenant } from '../fixtures/new-tenant.ts';

const NAME = 'Harbour systems';
const MINE = [
  ['POST', 'items', { name: 'gate', type: 'note', value: 'Turn it twice' }],
  ['GET', 'items'],
  ['POST', 'items/{item}/reveal', {}],
  ['GET', 'audit'],
] as const;

/** Vaults are their makers' and those of who governs the tenant; rules on secrets are the tenant's. */
export function vaultAccessRules(stage: () => AccessFixture): void {
  const send = (as: ApiClient, method: string, path: string, body?: object): Promise<RawResponse> =>
    stage().client.send({ method, path, headers: bearer(as.credential), ...(body && { body }) });

  const vaultOf = async (user: ApiClient): Promise<{ id: string; itemId: string }> => {
    const { id } = await user.call(createVault, { body: { name: NAME } });
    const body = { name: 'gate', type: 'password', value: 'Turn it once' };
    return { id, itemId: (await user.call(createVaultItem, { params: { id }, body })).id };
  };
  const listed = async (user: ApiClient): Promise<string[]> => (await user.call(listVaults)).items.map(({ id }) => id);
  const valueFor = async (user: ApiClient, { id, itemId }: { id: string; itemId: string }): Promise<string> =>
    (await user.call(revealVaultItem, { params: { id, itemId }, body: {} })).value;

  /** A tenant whose owner, an admin and a developer have a vault each, all of one name. */
  const everybody = async () => {
    const tenant: NewTenant = await newTenant(stage().base);
    const orgId = await newOrganization(tenant.user);
    const { user: admin } = await newMember(tenant.user, orgId, 'admin');
    const { user: developer } = await newMember(tenant.user, orgId, 'developer');
    const owner = tenant.user;
    const vaults = [await vaultOf(owner), await vaultOf(admin), await vaultOf(developer)] as const;
    return { tenant, owner, admin, developer, vaults };
  };

  test('a vault is its maker’s and those of owners and admins; to a developer another’s is as if it never was', async () => {
    const { owner, admin, developer, vaults } = await everybody();
    const [ofOwner, ofAdmin, ofDeveloper] = vaults;
    for (const user of [owner, admin]) {
      expect(await listed(user)).toEqual(vaults.map(({ id }) => id));
      for (const vault of vaults) expect(await valueFor(user, vault)).toBe('Turn it once');
    }
    expect(await listed(developer)).toEqual([ofDeveloper.id]);
    expect(await valueFor(developer, ofDeveloper)).toBe('Turn it once');
    for (const { id, itemId } of [ofOwner, ofAdmin])
      for (const [method, part, body] of MINE) {
        const at = (vault: string, item: string): string => `/v1/vaults/${vault}/${part.replace('{item}', item)}`;
        const hidden = await send(developer, method, at(id, itemId), body);
        const unknown = await send(developer, method, at(unknownLike(id), unknownLike(itemId)), body);
        expect([part, hidden.status, withoutNoise(hidden)]).toEqual([part, 404, withoutNoise(unknown)]);
      }
  });

  test('an item is not found in another vault than its own, not by who sees both', async () => {
    const { owner, vaults } = await everybody();
    const [{ id }, { itemId }] = vaults;
    const reveal = (params: { id: string; itemId: string }) =>
      send(owner, 'POST', pathOf(revealVaultItem, { params }), {});
    const misplaced = await reveal({ id, itemId });
    expect([misplaced.status, withoutNoise(misplaced)]).toEqual([
      404,
      withoutNoise(await reveal({ id, itemId: unknownLike(itemId) })),
    ]);
  });

  test('vaults of one name are one for each maker and tenant', async () => {
    const [ours, theirs] = [await everybody(), await everybody()];
    expect(new Set([...ours.vaults, ...theirs.vaults].map(({ id }) => id)).size).toBe(6);
    expect(await listed(ours.owner)).toEqual(ours.vaults.map(({ id }) => id));
    for (const { id } of theirs.vaults)
      expect((await send(ours.owner, 'GET', `/v1/vaults/${id}/items`)).status).toBe(404);
    expect((await send(ours.owner, 'POST', '/v1/vaults', { name: NAME.toUpperCase() })).status).toBe(409);
  });

  test('a rule on secrets is turned by who governs the tenant, and for that tenant alone', async () => {
    const { owner, admin, developer } = await everybody();
    const other = await newTenant(stage().base);
    const rule = async (user: ApiClient) => (await user.call(listSecretRules)).items.find(({ id }) => id === 'stripe');
    const refused = await send(developer, 'PATCH', '/v1/secret-rules/stripe', { isEnabled: false });
    expect([refused.status, (await rule(owner))?.isEnabled]).toEqual([403, true]);
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
