import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { IndexChange, KnowledgeStore } from './knowledge-store.ts';

const ENTRIES_AT_ONCE = 1000;

/** The search index of the synthesis service. */
export interface SearchIndex {
  put(scope: TenantScope, entries: readonly (IndexedMemory | IndexedArtifact)[]): Promise<void>;
  remove(scope: TenantScope, ids: readonly string[]): Promise<void>;
}

/**
 * Tells the search index everything it has not heard of. What was told is forgotten after the index has answered, so
 * a crash between the two tells it again, which the index takes calmly.
 * @throws AppError `unavailable` when the index does not answer; the backlog stays.
 */
export async function tellIndex(knowledge: KnowledgeStore, index: SearchIndex, scope: TenantScope): Promise<void> {
  for (;;) {
    const backlog = await knowledge.indexBacklog(scope, ENTRIES_AT_ONCE);
    if (!backlog) return;
    const entries = backlog.changes.filter(isPresent);
    const gone = backlog.changes.filter((change) => change.type === 'gone');
    if (entries.length > 0) await index.put(scope, entries);
    if (gone.length > 0)
      await index.remove(
        scope,
        gone.map(({ id }) => id),
      );
    await knowledge.indexed(scope, backlog);
  }
}

const isPresent = (change: IndexChange): change is IndexedMemory | IndexedArtifact => change.type !== 'gone';
