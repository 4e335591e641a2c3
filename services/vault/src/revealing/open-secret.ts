import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { KeyEncryption } from '../sealing/key-encryption.ts';
import { openValue } from '../sealing/seal-value.ts';
import type { VaultWithKey } from '../vaults/vault-store.ts';
import type { StoredSecret } from './secret-store.ts';

/**
 * Decrypts one version of an item. Throws when the value does not open: it was changed, or belongs elsewhere.
 * Errors: `unavailable` while the key cannot be used.
 */
export type OpenSecret = (
  scope: TenantScope,
  vault: VaultWithKey,
  itemId: string,
  secret: StoredSecret,
) => Promise<string>;

export const createOpenSecret = (keys: Pick<KeyEncryption, 'unwrap'>): OpenSecret =>
  async function openSecret({ tenantId }, { id: vaultId, key }, itemId, { version, value }) {
    const dataKey = await keys.unwrap(key, { tenantId, vaultId });
    try {
      const plaintext = openValue(dataKey, value, { tenantId, vaultId, itemId, version });
      const text = plaintext.toString();
      plaintext.fill(0);
      return text;
    } finally {
      dataKey.fill(0);
    }
  };
