import type { createVaultItemRequestSchema, VaultItem } from '@strata/contracts/schemas/vault';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import type { AdmittedVault } from '../access/admit-to-vault.ts';
import { entryOf } from '../audit/entry.ts';
import type { KeyEncryption } from '../sealing/key-encryption.ts';
import { sealValue } from '../sealing/seal-value.ts';
import { describeItem } from './describe-item.ts';
import type { ItemStore, StoredItem } from './item-store.ts';

const MOST_ITEMS = 10_000;

type Request = z.output<typeof createVaultItemRequestSchema>;

export interface PutItemParts {
  readonly items: Pick<ItemStore, 'change'>;
  readonly keys: Pick<KeyEncryption, 'unwrap'>;
  readonly clock: Clock;
  /** How many versions of an item are kept. */
  readonly versionsKept: number;
}

/**
 * Puts a secret into a vault: a new item, or a new version of the one that has its name.
 * Errors: `conflict` for one item too many; `unavailable`.
 */
export const createPutItem =
  ({ items, keys, clock, versionsKept }: PutItemParts) =>
  async (vault: AdmittedVault, request: Request, context: RequestContext): Promise<VaultItem> => {
    const { tenantId } = context.scope;
    const value = Buffer.from(request.value);
    const dataKey = await keys.unwrap(vault.key, { tenantId, vaultId: vault.id });
    try {
      const item = await items.change(context.scope, vault.id, async (held) => {
        const before = await held.find(request.name);
        if (before === undefined && held.itemCount >= MOST_ITEMS)
          throw conflict(`The vault has ${MOST_ITEMS.toLocaleString('en')} items, which is the most`);
        const item = nextVersion(before, vault.id, request, clock.now());
        const action = before === undefined ? 'vault_item.create' : 'vault_item.update';
        const entry = entryOf({ action, itemId: item.id, reason: null, at: item.updatedAt }, context);
        // Its version, to which the value is bound, is known here alone. Sealing waits for nobody.
        const place = { tenantId, vaultId: vault.id, itemId: item.id, version: item.version };
        await held.put(item, sealValue(dataKey, value, place), versionsKept, entry);
        return item;
      });
      return describeItem(item);
    } finally {
      dataKey.fill(0);
      value.fill(0);
    }
  };

const nextVersion = (
  before: StoredItem | undefined,
  vaultId: string,
  { name, type, metadata, expiresAt }: Request,
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
