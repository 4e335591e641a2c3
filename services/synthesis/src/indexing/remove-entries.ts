import type { removeEntries as removeEntriesCall } from '@strata/contracts/calls/synthesis';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { EntryStore } from './entry-store.ts';

/**
 * Removes entries from the index. Unknown ids are no error; a removed revision, or an earlier one than the caller names, is ignored if
 * it arrives later.
 * `removed` is how many entries were in the index.
 */
export function removeEntriesHandler(store: EntryStore) {
  return async function removeEntries(
    { ids, revisions }: RequestOfCall<typeof removeEntriesCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof removeEntriesCall>> {
    return { removed: ids.length === 0 ? 0 : await store.remove(scope, [...new Set(ids)], revisions) };
  };
}
