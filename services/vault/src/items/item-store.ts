import type { VaultItem } from '@strata/contracts/schemas/vault';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { UnchainedEntry } from '../audit/entry.ts';
import type { Sealed } from '../sealing/seal.ts';

/** An item with the properties of its newest version. */
export interface StoredItem extends Pick<VaultItem, 'id' | 'vaultId' | 'name' | 'type' | 'version' | 'metadata'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
}

/** A vault whose items no other transaction can change meanwhile. */
export interface LockedVault {
  readonly itemCount: number;
  find(name: string): Promise<StoredItem | undefined>;
  /** Stores a version of an item with its value, and appends to the log. Deletes versions beyond the newest `kept`. */
  put(item: StoredItem, value: Sealed, kept: number, entry: UnchainedEntry): Promise<void>;
}

export interface ItemStore {
  /** Runs `work` in a transaction; it may run more than once. */
  change<T>(scope: TenantScope, vaultId: string, work: (vault: LockedVault) => Promise<T>): Promise<T>;
  /** In order of creation. */
  list(
    scope: TenantScope,
    vaultId: string,
    page: { readonly limit: number; readonly after: PageBefore | undefined },
  ): Promise<Page<StoredItem>>;
}
