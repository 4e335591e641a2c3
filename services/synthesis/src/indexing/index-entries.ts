import type {
  indexEntries as indexEntriesCall,
  IndexedArtifact,
  IndexedMemory,
} from '@strata/contracts/calls/synthesis';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from './entry.ts';
import type { SummaryStore } from '../sessions/summary-store.ts';
import type { EntryStore } from './entry-store.ts';
import { prepareEntry } from './prepare-entry.ts';

/** Entries prepared in one go, before other work gets its turn of the thread. */
const SLICE = 50;

interface Parts {
  readonly store: EntryStore;
  readonly summaries: SummaryStore;
  /** Makes the vectors of new entries; null without an embedding provider. */
  readonly makeVectors: (() => Promise<void>) | null;
}

/**
 * Adds memories and artifacts to the index. Of one id the highest revision counts, within a batch and against the stored
 * one. `indexed` is how many entries are new or newer than the stored ones, `summaries` how many sessions and scopes were
 * given.
 */
export function indexEntriesHandler({ store, summaries, makeVectors }: Parts) {
  return async function indexEntries(
    { entries: sources, sessions, scopes }: RequestOfCall<typeof indexEntriesCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof indexEntriesCall>> {
    // First, so that no entry can be found before it is known whom it names.
    if (sessions.length + scopes.length > 0) await summaries.putSummaries(scope, sessions, scopes);
    const entries = await prepareEntries(newestRevisions(sources));
    const indexed = entries.length === 0 ? 0 : await store.put(scope, entries);
    if (indexed > 0) await makeVectors?.();
    return { indexed, summaries: sessions.length + scopes.length };
  };
}

function newestRevisions(sources: readonly (IndexedMemory | IndexedArtifact)[]) {
  const newest = new Map<string, IndexedMemory | IndexedArtifact>();
  for (const source of sources) {
    const known = newest.get(source.id);
    if (known === undefined || known.revision < source.revision) newest.set(source.id, source);
  }
  return newest.values();
}

async function prepareEntries(sources: Iterable<IndexedMemory | IndexedArtifact>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const source of sources) {
    entries.push(prepareEntry(source));
    if (entries.length % SLICE === 0) await nextTurn();
  }
  return entries;
}
