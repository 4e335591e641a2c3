import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { IndexChange, KnowledgeStore } from './knowledge-store.ts';

const BATCH_ENTRIES = 1000;

/** The search index of the synthesis service. */
export interface SearchIndex {
  put(scope: TenantScope, entries: readonly (IndexedMemory | IndexedArtifact)[]): Promise<void>;
  remove(scope: TenantScope, ids: readonly string[]): Promise<void>;
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
    const gone = backlog.changes.filter((change) => change.type === 'gone').map(({ id }) => id);
    if (entries.length > 0) await index.put(scope, entries);
    if (gone.length > 0) await index.remove(scope, gone);
    await knowledge.removeBacklog(scope, backlog);
  }
}

const isPresent = (change: IndexChange): change is IndexedMemory | IndexedArtifact => change.type !== 'gone';
