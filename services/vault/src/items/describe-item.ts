import type { VaultItem } from '@strata/contracts/schemas/vault';
import type { StoredItem } from './item-store.ts';

/** An item as the API returns it. */
export const describeItem = (item: StoredItem): VaultItem => ({
  id: item.id,
  vaultId: item.vaultId,
  name: item.name,
  type: item.type,
  version: item.version,
  metadata: item.metadata,
  createdAt: item.createdAt.toISOString(),
  updatedAt: item.updatedAt.toISOString(),
  expiresAt: item.expiresAt?.toISOString() ?? null,
});
