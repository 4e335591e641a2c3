import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Entry } from './entry.ts';

/** Stores entries. Each call is one transaction: entries and statistics change together or not at all. */
export interface EntryStore {
  /** Writes the entries that are new or newer than the stored ones, and returns how many. Ids must be distinct. */
  put(scope: TenantScope, entries: readonly Entry[]): Promise<number>;
  /** Returns how many of the entries were stored. */
  remove(scope: TenantScope, ids: readonly string[]): Promise<number>;
}
