import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listVaultAudit, listVaultItems, revealVaultItem } from '@strata/contracts/operations/vaults';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { refused, startRig, type Rig } from './rig.ts';

describe('The vault on the embedded database', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(embeddedDatabase);
  });
  afterAll(() => rig.close());

  it('stores an item, reveals it to its owner, records that, and shows it to no other tenant', async () => {
    const owner = rig.person();
    const id = await rig.vault(owner);
    const itemId = await rig.put(owner, id, { value: 'first' });
    expect(await rig.put(owner, id, { value: 'second' })).toBe(itemId);
    expect((await rig.ask(owner, listVaultItems, { params: { id } })).items).toMatchObject([
      { id: itemId, version: 2 },
    ]);
    const revealed = await rig.ask(owner, revealVaultItem, { params: { id, itemId }, body: { version: 1 } });
    expect(revealed).toMatchObject({ value: 'first', version: 1 });
    const { items } = await rig.ask(owner, listVaultAudit, { params: { id } });
    expect(items[0]).toMatchObject({ action: 'vault_item.reveal', actorId: owner.userId });
    await expect(rig.ask(rig.person(), listVaultItems, { params: { id } })).rejects.toMatchObject(refused('not_found'));
  });
});
