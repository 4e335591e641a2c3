import type { KnowledgeStore } from './knowledge-store.ts';
import { sendToIndex, type SearchIndex } from './send-to-index.ts';

/** A backlog of this age was left behind by a job or a deletion that was interrupted. */
const STALE_SECONDS = 4;

/** Sends the backlogs that were left behind. Errors: `unavailable`; the next run continues from there. */
export async function sendStaleBacklogs(knowledge: KnowledgeStore, index: SearchIndex): Promise<void> {
  for (const scope of await knowledge.staleBacklogs(STALE_SECONDS)) await sendToIndex(knowledge, index, scope);
}
