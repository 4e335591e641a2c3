import type { KnowledgeStore } from './knowledge-store.ts';
import { tellIndex, type SearchIndex } from './tell-index.ts';

/** Older backlogs than this were left behind by a job or a deletion that was cut off. */
const LEFT_BEHIND_SECONDS = 15;

/** Tells the index what nobody told it in time. @throws what the stores throw; the next sweep goes on from there. */
export async function sweepBacklogs(knowledge: KnowledgeStore, index: SearchIndex): Promise<void> {
  for (const scope of await knowledge.staleBacklogs(LEFT_BEHIND_SECONDS)) await tellIndex(knowledge, index, scope);
}
