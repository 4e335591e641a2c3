import type { Vault } from '@strata/contracts/schemas/vault';
import type { StoredVault } from './vault-store.ts';

/** A vault as the API returns it. */
export const describeVault = (vault: StoredVault): Vault => ({
  id: vault.id,
  name: vault.name,
  description: vault.description,
  createdBy: vault.createdBy,
  itemCount: vault.itemCount,
  createdAt: vault.createdAt.toISOString(),
  updatedAt: vault.updatedAt.toISOString(),
});
