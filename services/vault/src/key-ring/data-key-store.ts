import type { VaultIdentity, WrappedKey } from '../sealing/key-encryption.ts';
import type { Sealed } from '../sealing/seal.ts';
import type { ValueAddress } from '../sealing/seal-value.ts';

/** The data key of one vault, as it is stored. */
export interface StoredDataKey extends VaultIdentity {
  readonly key: WrappedKey;
}

/** A data key that takes the place of `key`. */
export interface RewrappedKey extends StoredDataKey {
  readonly next: WrappedKey;
}

/** One value of a vault, sealed. */
export interface StoredValue {
  readonly address: ValueAddress;
  readonly value: Sealed;
}

/** The data keys of every tenant's vaults. */
export interface DataKeyStore {
  /** How many vaults have their data key under which key. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
  /** Some data keys under a key. */
  sample(keyId: string, limit: number): Promise<readonly StoredDataKey[]>;
  /**
   * In the order of tenants and vaults, behind one of them or from the first, at most `limit`; without those that are
   * under `notUnder`, where that is given.
   */
  page(after: VaultIdentity | undefined, limit: number, notUnder?: string): Promise<readonly StoredDataKey[]>;
  /** The newest version of the item that was made last, of those of a tenant's vaults that have any. */
  newestValues(tenantId: string, vaultIds: readonly string[]): Promise<readonly StoredValue[]>;
  /**
   * Replaces the data keys of vaults of one tenant, with an entry in the log of each, all or none. Those are left out
   * that are in use just now, or are not what they were any more.
   */
  rewrap(tenantId: string, keys: readonly RewrappedKey[], at: Date): Promise<void>;
}
