import type { eraseEntries as eraseEntriesCall } from '@strata/contracts/calls/synthesis';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { subjectOf } from '@strata/kernel/erased-subject';
import type { EntryStore } from './entry-store.ts';

/** Entries that one transaction removes. */
const BATCH = 1000;

/** Erases entries with their words, and their ids from packs. Errors: `unavailable`. */
export function eraseEntriesHandler(store: EntryStore) {
  return async function eraseEntries(
    { subject: named, until, ids }: RequestOfCall<typeof eraseEntriesCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof eraseEntriesCall>> {
    const subject = subjectOf(named);
    const before = new Date(until);
    const given = [...new Set(ids)];
    let entries = 0;
    let packs = given.length === 0 ? 0 : await store.removeFromPacks(scope, given);
    for (let from = 0; from < given.length; from += BATCH)
      entries += await store.remove(scope, given.slice(from, from + BATCH));
    for (;;) {
      const others = await store.indexedUntil(scope, subject, before, BATCH);
      if (others.length === 0) break;
      packs += await store.removeFromPacks(scope, others);
      entries += await store.remove(scope, others);
    }
    return { entries, packs, remaining: await store.eraseFigures(scope, subject, before) };
  };
}
