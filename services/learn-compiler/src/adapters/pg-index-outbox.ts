import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Environment, TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { GoneEntry, IndexBacklog } from '../learning/knowledge-store.ts';
import { readSummaries, type SummaryKey } from './pg-summaries.ts';
import { SCHEDULER_ROLE } from './learn-schema.ts';
import { IS_SWITCHED_OFF } from './switched-off.ts';

/**
 * The most bytes of tags of an indexed artifact: PostgreSQL's text search takes one MiB in all. An artifact with more is
 * not indexed, because an entry without some of its tags would be visible to callers from whom those tags hide it.
 */
const MAX_TAG_BYTES = 800_000;
const OVERHEAD_BYTES_PER_TAG = 16;

/** Times beyond this are not counted. */
const MOST_TIMES = 1_000;
/** Sessions of one memory that are sent to the index: the outcomes of more say nothing new. */
const MAX_SESSIONS = 32;

// The session of an event is looked up event by event. With a join, a planner that has not analyzed the tables yet walks all
// steps of the tenant for each memory.
const MEMORIES = `
  select id, revision, agent_id as "agentId", namespace_id as "namespaceId", user_id as "userId", tags, confidence, kind, body, dates, speaker,
         session_id as "sessionId", position, part, parts, valid_from as "validFrom", valid_to as "validTo",
         replaced_by as "replacedBy", importance,
         greatest(cardinality(voices), 1) as voices,
         case when is_side_text then (
           select event_id from memory_events source where source.tenant_id = $1 and source.environment = $2
             and source.memory_id = memories.id order by at desc, event_id limit 1) end as "sideTextOf",
         (select count(*)::integer from (
            select from memory_events source where source.tenant_id = $1 and source.environment = $2
              and source.memory_id = memories.id limit ${String(MOST_TIMES)}) counted) as times,
         array(select distinct session_id from (
                 select (select session_id from steps
                         where steps.tenant_id = $1 and steps.environment = $2 and steps.event_id = link.event_id limit 1)
                 from memory_events link
                 where link.tenant_id = $1 and link.environment = $2 and link.memory_id = memories.id) said_in
               where session_id is not null order by session_id limit ${String(MAX_SESSIONS)}) as sessions
  from memories where tenant_id = $1 and environment = $2 and id = any($3) and archived_at is null`;

/** Whether the tags of an artifact are few enough to be indexed. */
export const fitsIndex = `
  octet_length(array_to_string(tags, '')) + ${String(OVERHEAD_BYTES_PER_TAG)} * cardinality(tags) <= ${String(MAX_TAG_BYTES)}`;

const ARTIFACTS = `
  select id, revision, agent_id as "agentId", namespace_id as "namespaceId", user_id as "userId", tags, confidence, type as "artifactType",
         title, content, compiled_at as "compiledAt", changes,
         array(select memory_id from artifact_memories source
               where source.tenant_id = $1 and source.environment = $2 and source.artifact_id = artifacts.id
               order by memory_id) as "sourceMemories"
  from artifacts where tenant_id = $1 and environment = $2 and id = any($3) and is_active and ${fitsIndex}
    and not ${IS_SWITCHED_OFF}`;

type MemoryRow = Omit<IndexedMemory, 'type' | 'revision' | 'validFrom' | 'validTo'> & {
  revision: string;
  validFrom: Date;
  validTo: Date | null;
};
type ArtifactRow = Omit<IndexedArtifact, 'type' | 'revision' | 'compiledAt' | 'content'> & {
  revision: string;
  compiledAt: Date;
  content: Artifact['content'];
};

/** About how many source memories one batch contains: an artifact can rest on thousands. */
const MAX_SOURCES = 50_000;

// `sources` is a running total. An artifact with more sources than a batch takes is a batch of its own.
const NEXT_BATCH = `
  select seq, id, summary, revision from (
    select seq, entry_id as id, summary, revision, row_number() over (order by seq) as place,
      sum((select count(*) from artifact_memories source where source.tenant_id = $1 and source.environment = $2
             and source.artifact_id = entry_id)) over (order by seq) as sources
    from (select seq, entry_id, summary, revision from index_outbox where tenant_id = $1 and environment = $2 order by seq limit $3) next
  ) queued where place = 1 or sources <= ${String(MAX_SOURCES)} order by seq`;

const ADD = `
  insert into index_outbox (tenant_id, environment, entry_id, revision)
  select $1, $2, id, revision from unnest($3::text[], $4::bigint[]) as changed (id, revision)`;

export interface EntryRevision {
  readonly id: string;
  readonly revision: string;
}

/** Queues entries for the search index, in the transaction that changes them. `deleted`: the last revisions of those that it deletes. */
export function addToIndexOutbox(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  entryIds: readonly string[],
  deleted: readonly EntryRevision[] = [],
): Promise<number> {
  const revisions = new Map(deleted.map(({ id, revision }) => [id, revision]));
  return tx.execute(ADD, [tenantId, environment, entryIds, entryIds.map((id) => revisions.get(id) ?? null)]);
}

interface QueuedRow {
  readonly seq: string;
  readonly id: string;
  readonly summary: SummaryKey | null;
  /** Of an entry that was deleted. */
  readonly revision: string | null;
}

/** The next batch of a tenant scope's backlog, with each entry in its present form. */
export const readBacklog = (database: Database, scope: TenantScope, limit: number): Promise<IndexBacklog | undefined> =>
  database.inTenant(scope, async (tx) => {
    const rows = await tx.query<QueuedRow>(NEXT_BATCH, [scope.tenantId, scope.environment, limit]);
    if (rows.length === 0) return undefined;
    const ofEntries = rows.filter(({ summary }) => summary === null);
    const summaries = rows.filter((row) => row.summary !== null);
    const ids = [...new Set(ofEntries.map((row) => row.id))];
    const values = [scope.tenantId, scope.environment, ids];
    const memories = await readMemories(tx, scope, ids);
    const artifacts = await tx.query<ArtifactRow>(ARTIFACTS, values);
    const present = [...memories, ...artifacts.map(toArtifact)];
    const found = new Set(present.map((entry) => entry.id));
    const gone = await readGone(
      tx,
      scope,
      ofEntries.filter(({ id }) => !found.has(id)),
    );
    return {
      positions: ofEntries.map((row) => row.seq),
      changes: [...present, ...gone],
      summaryPositions: summaries.map((row) => row.seq),
      ...(await readSummaries(
        tx,
        scope,
        summaries.flatMap(({ summary }) => summary ?? []),
      )),
    };
  });

const HIDDEN = `
  select id, revision from memories where tenant_id = $1 and environment = $2 and id = any($3)
  union all select id, revision from artifacts where tenant_id = $1 and environment = $2 and id = any($3)`;

/**
 * Names the last revision of each: another sender may be about to send what it read before it was archived, deactivated, switched
 * off or deleted.
 */
async function readGone(tx: Transaction, scope: TenantScope, queued: readonly QueuedRow[]): Promise<GoneEntry[]> {
  const revisions = new Map<string, number | null>(queued.map(({ id }) => [id, null]));
  if (revisions.size === 0) return [];
  const values = [scope.tenantId, scope.environment, [...revisions.keys()]];
  for (const { id, revision } of [...queued, ...(await tx.query<EntryRevision>(HIDDEN, values))])
    if (revision !== null) revisions.set(id, Math.max(Number(revision), revisions.get(id) ?? 0));
  return [...revisions].map(([id, revision]) => ({ id, type: 'gone', revision }));
}

/** Removes the changes that the index has taken, by position: one with a lower position may have been committed since. */
export const removeBacklog = (database: Database, scope: TenantScope, positions: readonly string[]): Promise<void> =>
  database.inTenant(scope, async (tx) => {
    await tx.execute('delete from index_outbox where tenant_id = $1 and environment = $2 and seq = any($3)', [
      scope.tenantId,
      scope.environment,
      positions,
    ]);
  });

/** Tenant scopes with a backlog that is older than `olderThanSeconds`. */
export const findStaleBacklogs = (database: Database, olderThanSeconds: number): Promise<TenantScope[]> =>
  database.asRole(SCHEDULER_ROLE, (tx) =>
    tx.query<{ tenantId: string; environment: Environment }>(
      `select distinct tenant_id as "tenantId", environment from index_outbox
       where written_at < now() - make_interval(secs => $1) limit 100`,
      [olderThanSeconds],
    ),
  );

/** Those of the memories that are not archived, as the index stores them. */
async function readMemories(tx: Transaction, scope: TenantScope, ids: readonly string[]): Promise<IndexedMemory[]> {
  const rows = await tx.query<MemoryRow>(MEMORIES, [scope.tenantId, scope.environment, ids]);
  return rows.map(toMemory);
}

/** The memories among the newest `limit` changes of the backlog. */
export async function readNewestBacklog(tx: Transaction, scope: TenantScope, limit: number): Promise<IndexedMemory[]> {
  const rows = await tx.query<{ id: string }>(
    'select entry_id as id from index_outbox where tenant_id = $1 and environment = $2 and summary is null order by seq desc limit $3',
    [scope.tenantId, scope.environment, limit],
  );
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids.length === 0 ? [] : readMemories(tx, scope, ids);
}

const toMemory = (row: MemoryRow): IndexedMemory => ({
  ...row,
  type: 'memory',
  revision: Number(row.revision),
  validFrom: row.validFrom.toISOString(),
  validTo: row.validTo?.toISOString() ?? null,
});

const toArtifact = (row: ArtifactRow): IndexedArtifact => ({
  ...row,
  type: 'artifact',
  revision: Number(row.revision),
  compiledAt: row.compiledAt.toISOString(),
});
