import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { AdmittedVault } from '../access/admit-to-vault.ts';
import type { KeyEncryption } from '../sealing/key-encryption.ts';
import { openValue } from '../sealing/seal-value.ts';
import type { StoredSecret } from './secret-store.ts';

/** The plaintext of one version. Errors: `unavailable` while the key cannot be had; Error when it does not open. */
export type OpenSecret = (
  scope: TenantScope,
  vault: AdmittedVault,
  itemId: string,
  secret: StoredSecret,
) => Promise<string>;

export const createOpenSecret =
  (keys: Pick<KeyEncryption, 'unwrap'>): OpenSecret =>
  async ({ tenantId }, { id: vaultId, key }, itemId, { version, value }) => {
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
