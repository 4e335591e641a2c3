import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { EntryStore } from './entry-store.ts';

/**
 * Takes entries out of the index. Unknown ids are no error; a revision that was removed does not come back when it arrives late.
 * @returns how many entries were there.
 */
export const removeEntries = (store: EntryStore, scope: TenantScope, ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? Promise.resolve(0) : store.remove(scope, [...new Set(ids)]);
