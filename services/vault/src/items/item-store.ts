import type { VaultItem } from '@strata/contracts/schemas/vault';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { UnchainedEntry } from '../audit/entry.ts';
import type { Sealed } from '../sealing/seal.ts';

/** An item as its newest version has it. */
export interface StoredItem extends Pick<VaultItem, 'id' | 'vaultId' | 'name' | 'type' | 'version' | 'metadata'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
}

/** A vault while nobody else can put anything into it. */
export interface LockedVault {
  readonly itemCount: number;
  find(name: string): Promise<StoredItem | undefined>;
  /** Stores an item, or another version of it with its value, and appends to the log. The oldest of more than `kept` goes. */
  put(item: StoredItem, value: Sealed, kept: number, entry: UnchainedEntry): Promise<void>;
}

export interface ItemStore {
  /** Nothing is changed when `work` throws; it may run more than once. */
  change<T>(scope: TenantScope, vaultId: string, work: (vault: LockedVault) => Promise<T>): Promise<T>;
  /** In the order in which they came. */
  list(
    scope: TenantScope,
    vaultId: string,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredItem>>;
}
