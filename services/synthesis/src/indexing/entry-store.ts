import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Entry } from './entry.ts';

/** Where entries are kept. Each call is one transaction: entries and statistics change together or not at all. */
export interface EntryStore {
  /**
   * Writes entries that are new or newer than what is there; ids are distinct.
   * @returns how many were written.
   */
  put(scope: TenantScope, entries: readonly Entry[]): Promise<number>;
  /** @returns how many were there. */
  remove(scope: TenantScope, ids: readonly string[]): Promise<number>;
}
