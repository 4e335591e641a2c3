import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { UnchainedEntry } from '../audit/entry.ts';
import type { WrappedKey } from '../sealing/key-encryption.ts';

export interface StoredVault {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly createdBy: string;
  readonly itemCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A vault as its guard and its items need it. */
export interface VaultWithKey extends Pick<StoredVault, 'id' | 'createdBy'> {
  readonly key: WrappedKey;
}

/** The most vaults that a tenant may have, and that one user may create. */
export interface VaultLimits {
  readonly ofTenant: number;
  readonly ofUser: number;
}

export interface VaultStore {
  /**
   * Stores a vault with the first entry of its log.
   * Errors: `conflict` beyond the limits, and when its creator has a vault of this name.
   */
  create(
    scope: TenantScope,
    vault: StoredVault,
    key: WrappedKey,
    entry: UnchainedEntry,
    limits: VaultLimits,
  ): Promise<void>;
  find(scope: TenantScope, vaultId: string): Promise<VaultWithKey | undefined>;
  /** In order of creation: all of the tenant, or those of one creator. */
  list(
    scope: TenantScope,
    createdBy: string | null,
    page: { readonly limit: number; readonly after: PageBefore | undefined },
  ): Promise<Page<StoredVault>>;
}
