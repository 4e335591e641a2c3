import { expect, test } from '@jest/globals';
import { listSecretRules, updateSecretRule } from '@strata/contracts/operations/secret-rules';
import { createVault, createVaultItem, listVaults, revealVaultItem } from '@strata/contracts/operations/vaults';
import { pathOf, type ApiClient } from './api-client.ts';
import { foundOrganization, inviteColleague } from './colleague.ts';
import { unknownLike } from './references.ts';
import type { RawReply } from './raw-client.ts';
import { bearer, wordsOf, type Stage } from './stage.ts';
import { newTenant, type NewTenant } from './system.ts';

const NAME = 'Harbour systems';
const MINE = [
  ['POST', 'items', { name: 'gate', type: 'note', value: 'Turn it twice' }],
  ['GET', 'items'],
  ['POST', 'items/{item}/reveal', {}],
  ['GET', 'audit'],
] as const;

/** Vaults are their makers' and those of who governs the tenant; rules on secrets are the tenant's. */
export function accessRulesForVaults(stage: () => Stage): void {
  const send = (as: ApiClient, method: string, path: string, body?: object): Promise<RawReply> =>
    stage().client.send({ method, path, headers: bearer(as.credential), ...(body && { body }) });

  const vaultOf = async (user: ApiClient): Promise<{ id: string; itemId: string }> => {
    const { id } = await user.ask(createVault, { body: { name: NAME } });
    const body = { name: 'gate', type: 'password', value: 'Turn it once' };
    return { id, itemId: (await user.ask(createVaultItem, { params: { id }, body })).id };
  };
  const listed = async (user: ApiClient): Promise<string[]> => (await user.ask(listVaults)).items.map(({ id }) => id);
  const valueFor = async (user: ApiClient, { id, itemId }: { id: string; itemId: string }): Promise<string> =>
    (await user.ask(revealVaultItem, { params: { id, itemId }, body: {} })).value;

  /** A tenant whose owner, an admin and a developer have a vault each, all of one name. */
  const everybody = async () => {
    const tenant: NewTenant = await newTenant(stage().base);
    const orgId = await foundOrganization(tenant.user);
    const { user: admin } = await inviteColleague(tenant.user, orgId, 'admin');
    const { user: developer } = await inviteColleague(tenant.user, orgId, 'developer');
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
        expect([part, hidden.status, wordsOf(hidden)]).toEqual([part, 404, wordsOf(unknown)]);
      }
  });

  test('an item is not found in another vault than its own, not by who sees both', async () => {
    const { owner, vaults } = await everybody();
    const [{ id }, { itemId }] = vaults;
    const reveal = (params: { id: string; itemId: string }) =>
      send(owner, 'POST', pathOf(revealVaultItem, { params }), {});
    const misplaced = await reveal({ id, itemId });
    expect([misplaced.status, wordsOf(misplaced)]).toEqual([
      404,
      wordsOf(await reveal({ id, itemId: unknownLike(itemId) })),
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
    const rule = async (user: ApiClient) => (await user.ask(listSecretRules)).items.find(({ id }) => id === 'stripe');
    const refused = await send(developer, 'PATCH', '/v1/secret-rules/stripe', { isEnabled: false });
    expect([refused.status, (await rule(owner))?.isEnabled]).toEqual([403, true]);
    for (const [user, isEnabled] of [
      [admin, false],
      [owner, true],
      [owner, false],
    ] as const) {
      await user.ask(updateSecretRule, { params: { ruleId: 'stripe' }, body: { isEnabled } });
      expect(await rule(developer)).toMatchObject({ isEnabled });
    }
    expect(await rule(other.user)).toMatchObject({ isEnabled: true });
  });
}
