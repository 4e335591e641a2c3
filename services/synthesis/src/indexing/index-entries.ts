import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from './entry.ts';
import type { EntryStore } from './entry-store.ts';
import { prepareEntry } from './prepare-entry.ts';

/** Entries prepared in one go, before others get their turn of the thread. */
const SLICE = 50;

/**
 * Makes memories and artifacts findable. Of one id the highest revision counts, whether it comes twice or was there before.
 * @returns how many entries are new or newer than what was there.
 */
export async function indexEntries(
  store: EntryStore,
  scope: TenantScope,
  sources: readonly (IndexedMemory | IndexedArtifact)[],
): Promise<number> {
  const newest = new Map<string, IndexedMemory | IndexedArtifact>();
  for (const source of sources) {
    const known = newest.get(source.id);
    if (known === undefined || known.revision < source.revision) newest.set(source.id, source);
  }
  const entries: Entry[] = [];
  for (const source of newest.values()) {
    entries.push(prepareEntry(source));
    if (entries.length % SLICE === 0) await nextTurn();
  }
  return entries.length === 0 ? 0 : store.put(scope, entries);
}
