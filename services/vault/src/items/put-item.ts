import type { RequestTo } from '@strata/contracts/operation';
import type { createVaultItem } from '@strata/contracts/operations/vaults';
import type { VaultItem } from '@strata/contracts/schemas/vault';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { VaultContext } from '../access/vault-guard.ts';
import { entryOf } from '../audit/entry.ts';
import type { KeyEncryption } from '../sealing/key-encryption.ts';
import { sealValue } from '../sealing/seal-value.ts';
import { describeItem } from './describe-item.ts';
import type { ItemStore, StoredItem } from './item-store.ts';

const MOST_ITEMS = 10_000;

type PutItemRequest = RequestTo<typeof createVaultItem>;

export interface PutItemParts {
  readonly items: Pick<ItemStore, 'change'>;
  readonly keys: Pick<KeyEncryption, 'unwrap'>;
  readonly clock: Clock;
  /** How many versions of an item are kept. */
  readonly versionsKept: number;
}

/**
 * Puts a secret into a vault: a new item, or a new version of the item with this name.
 * Errors: `conflict` when the vault is full; `unavailable`.
 */
export function putItemHandler({ items, keys, clock, versionsKept }: PutItemParts) {
  return async function putItem({ body }: PutItemRequest, context: VaultContext): Promise<VaultItem> {
    const { scope, vault } = context;
    const { tenantId } = scope;
    const value = Buffer.from(body.value);
    const dataKey = await keys.unwrap(vault.key, { tenantId, vaultId: vault.id });
    try {
      const item = await items.change(scope, vault.id, async (locked) => {
        const before = await locked.find(body.name);
        if (before === undefined && locked.itemCount >= MOST_ITEMS)
          throw conflict(`The vault has ${MOST_ITEMS.toLocaleString('en')} items, which is the maximum`);
        const item = nextVersion(before, vault.id, body, clock.now());
        const action = before === undefined ? 'vault_item.create' : 'vault_item.update';
        const entry = entryOf({ action, itemId: item.id, reason: null, at: item.updatedAt }, context);
        // Sealed inside the transaction, because the value is bound to the version, which only now is known.
        const address = { tenantId, vaultId: vault.id, itemId: item.id, version: item.version };
        await locked.put(item, sealValue(dataKey, value, address), versionsKept, entry);
        return item;
      });
      return describeItem(item);
    } finally {
      dataKey.fill(0);
      value.fill(0);
    }
  };
}

const nextVersion = (
  before: StoredItem | undefined,
  vaultId: string,
  { name, type, metadata, expiresAt }: PutItemRequest['body'],
  now: Date,
): StoredItem => ({
  id: before?.id ?? newId('itm'),
  vaultId,
  name,
  type,
  metadata,
  version: (before?.version ?? 0) + 1,
  createdAt: before?.createdAt ?? now,
  updatedAt: now,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
});
