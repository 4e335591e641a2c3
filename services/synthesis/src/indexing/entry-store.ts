import type { Subject } from '@strata/kernel/erased-subject';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Entry } from './entry.ts';

/** Stores entries. Each call is one transaction: entries and statistics change together or not at all. */
export interface EntryStore {
  /** Writes the entries that are new or newer than the stored ones, and returns how many. Ids must be distinct. */
  put(scope: TenantScope, entries: readonly Entry[]): Promise<number>;
  /**
   * Returns how many of the entries were stored. What is not newer than the stored entry, or than its number in `revisions`, cannot be
   * put any more.
   */
  remove(scope: TenantScope, ids: readonly string[], revisions?: Readonly<Record<string, number>>): Promise<number>;
  /** At most `limit` entries of a subject that were indexed until then. */
  indexedUntil(scope: TenantScope, subject: Subject, until: Date, limit: number): Promise<string[]>;
  /** Deletes what is left of the figures of a subject without entries. Returns how many entries and words are left until then. */
  eraseFigures(scope: TenantScope, subject: Subject, until: Date): Promise<number>;
  /** Takes ids out of the packs that showed them. Returns how many packs changed. */
  removeFromPacks(scope: TenantScope, ids: readonly string[]): Promise<number>;
}
