import type { VaultItem } from '@strata/contracts/schemas/vault';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { UnchainedEntry } from '../audit/entry.ts';
import type { Sealed } from '../sealing/seal.ts';
import type { RevealLimit } from './reveal-limit.ts';

/** Which value is asked for; without a version, the newest. */
export interface Wanted {
  readonly vaultId: string;
  readonly itemId: string;
  readonly version: number | undefined;
}

/** One version of an item, sealed. */
export interface StoredSecret extends Pick<VaultItem, 'name' | 'type' | 'version'> {
  readonly value: Sealed;
  readonly expiresAt: Date | null;
}

/** Why there is nothing: the vault has no such item, or has the item without this version. */
export type MissingSecret = 'no item' | 'no version';

/** `limitedBy`: when the attempt was made that has to grow old before there may be another; null below the limit. */
export interface LoadedSecret {
  readonly secret: StoredSecret | MissingSecret;
  readonly limitedBy: Date | null;
}

/** `at`: when it was, as the log has it. `changed`: what is wanted is another version by now, and nothing was written. */
export type RecordedAttempt = { readonly at: string } | { readonly limitedBy: Date } | 'changed';

export interface SecretStore {
  load(scope: TenantScope, wanted: Wanted, limit: RevealLimit): Promise<LoadedSecret>;
  /** Appends an attempt to the log of the vault if it is within the limit: no two attempts are let through for one. */
  record(
    scope: TenantScope,
    wanted: Wanted,
    secret: StoredSecret,
    entry: UnchainedEntry,
    limit: RevealLimit,
  ): Promise<RecordedAttempt>;
}
