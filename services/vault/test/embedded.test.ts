import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listVaultAudit, listVaultItems, revealVaultItem } from '@strata/contracts/operations/vaults';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { startVaultFixture, type VaultFixture } from './vault-fixture.ts';

describe('The vault on the embedded database', () => {
  let fixture: VaultFixture;
  beforeAll(async () => {
    fixture = await startVaultFixture(embeddedDatabase);
  });
  afterAll(() => fixture.close());

  it('stores an item, reveals it to its creator, records that, and shows it to no other tenant', async () => {
    const creator = fixture.newUser();
    const id = await fixture.newVault(creator);
    const itemId = await fixture.putItem(creator, id, { value: 'first' });
    expect(await fixture.putItem(creator, id, { value: 'second' })).toBe(itemId);
    expect((await fixture.call(creator, listVaultItems, { params: { id } })).items).toMatchObject([
      { id: itemId, version: 2 },
    ]);
    const revealed = await fixture.call(creator, revealVaultItem, { params: { id, itemId }, body: { version: 1 } });
    expect(revealed).toMatchObject({ value: 'first', version: 1 });
    const { items } = await fixture.call(creator, listVaultAudit, { params: { id } });
    expect(items[0]).toMatchObject({ action: 'vault_item.reveal', actorId: creator.userId });
    await expect(fixture.call(fixture.newUser(), listVaultItems, { params: { id } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
