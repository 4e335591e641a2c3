import type { IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { DraftedMemory } from '../learning/compiled-knowledge.ts';
import type { Unindexed } from '../learning/knowledge-store.ts';
import { readNewestBacklog } from './pg-index-outbox.ts';
import { byPosition, nextPlaces } from './pg-memory-writes.ts';

/** Memories that are stored already, and deleted ones, which do not come back. An archived one comes back with new evidence. */
const KNOWN = `
  select id from memories where tenant_id = $1 and environment = $2 and id = any($3) and archived_at is null
  union all
  select memory_id from forgotten_memories where tenant_id = $1 and environment = $2 and memory_id = any($3)`;

const FIRST_TURN = { position: 0, part: 0, parts: 1 };

/** What the search index does not have yet. */
export const readUnindexed = (
  database: Database,
  scope: TenantScope,
  drafts: readonly DraftedMemory[],
  limit: number,
): Promise<Unindexed> =>
  database.inTenant(scope, async (tx) => {
    // The drafts first: one that is stored meanwhile is in the backlog by then, and no draft any more.
    const drafted = await readDrafted(tx, scope, drafts);
    const backlog = await readNewestBacklog(tx, scope, limit);
    for (const { id } of backlog) drafted.delete(id);
    return { backlog, drafted };
  });

async function readDrafted(
  tx: Transaction,
  scope: TenantScope,
  drafts: readonly DraftedMemory[],
): Promise<Map<string, IndexedMemory>> {
  if (drafts.length === 0) return new Map();
  const ids = drafts.map(({ id }) => id);
  const known = await tx.query<{ id: string }>(KNOWN, [scope.tenantId, scope.environment, ids]);
  const knownIds = new Set(known.map(({ id }) => id));
  const rows = drafts.filter(({ id }) => !knownIds.has(id)).sort(byPosition);
  const turns = await nextPlaces(tx, scope, rows);
  return new Map(rows.map((row, at) => [row.id, toIndexed(row, turns[at] ?? FIRST_TURN)]));
}

/** A draft as the index will get it. Its revision is below that of every stored memory. */
function toIndexed({ id, place, draft }: DraftedMemory, turn: typeof FIRST_TURN): IndexedMemory {
  const { kind, body, dates, speaker, sessionId, validFrom, importance, confidence, tags, sourceEvents, voices } =
    draft;
  return {
    type: 'memory',
    id,
    revision: 0,
    ...{ agentId: place.agentId, namespaceId: place.namespaceId },
    userId: draft.userId ?? null,
    ...turn,
    sessions: [],
    validTo: null,
    replacedBy: null,
    sideTextOf: draft.isSideText === true ? (sourceEvents.at(-1) ?? null) : null,
    times: sourceEvents.length,
    voices: Math.max(1, voices.length),
    ...{ kind, body, dates, speaker, sessionId, validFrom, importance, confidence, tags },
  };
}
