import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { GoneEntry, IndexBacklog, IndexChange, KnowledgeStore } from './knowledge-store.ts';

const BATCH_ENTRIES = 1000;

/** The search index of the synthesis service. */
export interface SearchIndex {
  /** Returns whether it took the summaries: an earlier version of the index does not. */
  put(
    scope: TenantScope,
    entries: readonly (IndexedMemory | IndexedArtifact)[],
    summaries: Pick<IndexBacklog, 'sessions' | 'scopes'>,
  ): Promise<{ readonly tookSummaries: boolean }>;
  remove(scope: TenantScope, gone: readonly GoneEntry[]): Promise<void>;
}

/**
 * Sends the backlog of a tenant scope to the search index. A change is removed from the backlog after the index has
 * replied, so a crash between the two sends it again, which changes nothing.
 * Errors: `unavailable` when the index does not reply; the backlog stays.
 */
export async function sendToIndex(knowledge: KnowledgeStore, index: SearchIndex, scope: TenantScope): Promise<void> {
  for (;;) {
    const backlog = await knowledge.readBacklog(scope, BATCH_ENTRIES);
    if (!backlog) return;
    const entries = backlog.changes.filter(isPresent);
    const gone = backlog.changes.filter((change) => change.type === 'gone');
    const { positions, summaryPositions } = backlog;
    const { tookSummaries } =
      entries.length + summaryPositions.length > 0 ? await index.put(scope, entries, backlog) : { tookSummaries: true };
    if (gone.length > 0) await index.remove(scope, gone);
    await knowledge.removeBacklog(scope, tookSummaries ? [...positions, ...summaryPositions] : positions);
    // They stay in the backlog until the index is of this version, too.
    if (!tookSummaries && positions.length === 0) return;
  }
}

const isPresent = (change: IndexChange): change is IndexedMemory | IndexedArtifact => change.type !== 'gone';
