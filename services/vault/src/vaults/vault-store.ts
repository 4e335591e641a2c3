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

export interface VaultStore {
  /**
   * Stores a vault with the first entry of its log, unless the tenant has `most` already.
   * @throws AppError `conflict` then, and when its creator has one of this name.
   */
  create(scope: TenantScope, vault: StoredVault, key: WrappedKey, entry: UnchainedEntry, most: number): Promise<void>;
  /** In the order in which they were made: all of the tenant, or those of one creator. */
  list(
    scope: TenantScope,
    createdBy: string | null,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredVault>>;
}
