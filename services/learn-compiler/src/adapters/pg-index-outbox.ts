import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Environment, TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { IndexBacklog, IndexChange } from '../learning/knowledge-store.ts';
import { SCHEDULER_ROLE } from './learn-schema.ts';

/**
 * What an entry of the index may hold of tags, in bytes: PostgreSQL's text search takes one MiB in all. Without some of its
 * tags an artifact would be found by those it is hidden from, so that of more tags is none of the index.
 */
const MOST_TAG_BYTES = 800_000;
const BYTES_BESIDE_TAG = 16;

const MEMORIES = `
  select id, revision, agent_id as "agentId", namespace_id as "namespaceId", tags, confidence, kind, body, dates, speaker,
         session_id as "sessionId", position, valid_from as "validFrom", importance
  from memories where tenant_id = $1 and environment = $2 and id = any($3) and archived_at is null`;

const ARTIFACTS = `
  select id, revision, agent_id as "agentId", namespace_id as "namespaceId", tags, confidence, type as "artifactType",
         title, content, compiled_at as "compiledAt",
         array(select memory_id from artifact_memories source
               where source.tenant_id = $1 and source.environment = $2 and source.artifact_id = artifacts.id
               order by memory_id) as "sourceMemories"
  from artifacts where tenant_id = $1 and environment = $2 and id = any($3) and is_active
    and octet_length(array_to_string(tags, '')) + ${String(BYTES_BESIDE_TAG)} * cardinality(tags) <= ${String(MOST_TAG_BYTES)}`;

type MemoryRow = Omit<IndexedMemory, 'type' | 'revision' | 'validFrom'> & { revision: string; validFrom: Date };
type ArtifactRow = Omit<IndexedArtifact, 'type' | 'revision' | 'compiledAt' | 'content'> & {
  revision: string;
  compiledAt: Date;
  content: Artifact['content'];
};

/** Sources of artifacts told at once, about: an artifact can rest on thousands. */
const MOST_SOURCES = 50_000;

// With the sources of all up to each: one that has more than can be told at once is told alone.
const NOTED = `
  select seq, id from (
    select seq, entry_id as id, row_number() over (order by seq) as place,
      sum((select count(*) from artifact_memories source where source.tenant_id = $1 and source.environment = $2
             and source.artifact_id = entry_id)) over (order by seq) as sources
    from (select seq, entry_id from index_outbox where tenant_id = $1 and environment = $2 order by seq limit $3) next
  ) noted where place = 1 or sources <= ${String(MOST_SOURCES)} order by seq`;

/** Notes, in the transaction of the change itself, that the search index must hear of these entries. */
export const noteForIndex = (tx: Transaction, scope: TenantScope, entryIds: readonly string[]): Promise<number> =>
  tx.execute('insert into index_outbox (tenant_id, environment, entry_id) select $1, $2, unnest($3::text[])', [
    scope.tenantId,
    scope.environment,
    entryIds,
  ]);

/** The next part of a partition's backlog, each entry in its present form. */
export const readBacklog = (database: Database, scope: TenantScope, limit: number): Promise<IndexBacklog | undefined> =>
  database.inTenant(scope, async (tx) => {
    const noted = await tx.query<{ seq: string; id: string }>(NOTED, [scope.tenantId, scope.environment, limit]);
    if (noted.length === 0) return undefined;
    const ids = [...new Set(noted.map((row) => row.id))];
    const values = [scope.tenantId, scope.environment, ids];
    const memories = await tx.query<MemoryRow>(MEMORIES, values);
    const artifacts = await tx.query<ArtifactRow>(ARTIFACTS, values);
    const present = [...memories.map(toMemory), ...artifacts.map(toArtifact)];
    const found = new Set(present.map((entry) => entry.id));
    const gone = ids.filter((id) => !found.has(id)).map((id): IndexChange => ({ id, type: 'gone' }));
    return { positions: noted.map((row) => row.seq), changes: [...present, ...gone] };
  });

/** Forgets what the index has taken, and only that: an earlier position may have been committed since. */
export const forgetBacklog = (database: Database, scope: TenantScope, backlog: IndexBacklog): Promise<void> =>
  database.inTenant(scope, async (tx) => {
    await tx.execute('delete from index_outbox where tenant_id = $1 and environment = $2 and seq = any($3)', [
      scope.tenantId,
      scope.environment,
      backlog.positions,
    ]);
  });

/** Partitions with a backlog that is older than that. */
export const findStaleBacklogs = (database: Database, olderThanSeconds: number): Promise<TenantScope[]> =>
  database.asRole(SCHEDULER_ROLE, (tx) =>
    tx.query<{ tenantId: string; environment: Environment }>(
      `select distinct tenant_id as "tenantId", environment from index_outbox
       where written_at < now() - make_interval(secs => $1) limit 100`,
      [olderThanSeconds],
    ),
  );

const toMemory = (row: MemoryRow): IndexedMemory => ({
  ...row,
  type: 'memory',
  revision: Number(row.revision),
  validFrom: row.validFrom.toISOString(),
});

const toArtifact = (row: ArtifactRow): IndexedArtifact => ({
  ...row,
  type: 'artifact',
  revision: Number(row.revision),
  compiledAt: row.compiledAt.toISOString(),
});
