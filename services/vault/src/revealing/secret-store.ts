import type { VaultItem } from '@strata/contracts/schemas/vault';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { UnchainedEntry } from '../audit/entry.ts';
import type { Sealed } from '../sealing/seal.ts';
import type { RevealLimit } from './reveal-limit.ts';

/** The requested value; without a version, the newest. */
export interface WantedSecret {
  readonly vaultId: string;
  readonly itemId: string;
  readonly version: number | undefined;
}

/** One version of an item, with its value encrypted. */
export interface StoredSecret extends Pick<VaultItem, 'name' | 'type' | 'version'> {
  readonly value: Sealed;
  readonly expiresAt: Date | null;
}

/** The reason why nothing was found: the vault has no such item, or the item has no such version. */
export type MissingSecret = 'no item' | 'no version';

/** `limitedBy` is the time of the attempt that must expire before the next one; null below the limit. */
export interface LoadedSecret {
  readonly secret: StoredSecret | MissingSecret;
  readonly limitedBy: Date | null;
}

/** `at` is the time in the log. `changed`: a newer version was stored meanwhile, and nothing was written. */
export type RecordedAttempt = { readonly at: string } | { readonly limitedBy: Date } | 'changed';

export interface SecretStore {
  load(scope: TenantScope, wanted: WantedSecret, limit: RevealLimit): Promise<LoadedSecret>;
  /** Appends an attempt to the vault's log if it is within the limit; concurrent attempts are counted exactly. */
  record(
    scope: TenantScope,
    wanted: WantedSecret,
    secret: StoredSecret,
    entry: UnchainedEntry,
    limit: RevealLimit,
  ): Promise<RecordedAttempt>;
}
