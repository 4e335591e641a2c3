import type { VaultIdentity, WrappedKey } from '../sealing/key-encryption.ts';
import type { Sealed } from '../sealing/seal.ts';
import type { ValueAddress } from '../sealing/seal-value.ts';

/** The data key of one vault, as stored. */
export interface StoredDataKey extends VaultIdentity {
  readonly key: WrappedKey;
}

/** A data key wrapped anew: `next` replaces `key`. */
export interface RewrappedKey extends StoredDataKey {
  readonly next: WrappedKey;
}

/** One encrypted value of a vault. */
export interface StoredValue {
  readonly address: ValueAddress;
  readonly value: Sealed;
}

/** The data keys of every tenant's vaults. */
export interface DataKeyStore {
  /** The number of vaults by the id of the key that wraps their data key. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
  /** Some data keys under a key. */
  sample(keyId: string, limit: number): Promise<readonly StoredDataKey[]>;
  /**
   * One page, ordered by tenant and vault, after the given one, at most `limit`; without those wrapped under `notUnder`.
   */
  page(after: VaultIdentity | undefined, limit: number, notUnder?: string): Promise<readonly StoredDataKey[]>;
  /** The newest version of the last created item of each vault that has items. */
  newestValues(tenantId: string, vaultIds: readonly string[]): Promise<readonly StoredValue[]>;
  /**
   * Replaces data keys of one tenant's vaults, with an entry in the log of each, in one transaction. Skips vaults that are
   * locked by another transaction, and those whose data key has changed.
   */
  rewrap(tenantId: string, keys: readonly RewrappedKey[], at: Date): Promise<void>;
}
