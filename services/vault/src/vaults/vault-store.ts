import type { Page } from '@strata/kernel/cursor';
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

/** How many vaults a tenant may have, and how many of them one user may have made. */
export interface MostVaults {
  readonly ofTenant: number;
  readonly ofUser: number;
}

export interface VaultStore {
  /**
   * Stores a vault with the first entry of its log, unless its tenant or its creator has as many as they may have.
   * @throws AppError `conflict` then, and when its creator has one of this name.
   */
  create(
    scope: TenantScope,
    vault: StoredVault,
    key: WrappedKey,
    entry: UnchainedEntry,
    most: MostVaults,
  ): Promise<void>;
  /** In the order in which they were made: all of the tenant, or those of one creator. */
  list(
    scope: TenantScope,
    createdBy: string | null,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredVault>>;
}
