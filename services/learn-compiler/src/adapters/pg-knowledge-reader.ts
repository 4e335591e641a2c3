import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { KnowledgeReader } from '../reading/knowledge-reader.ts';
import { noteForIndex } from './pg-index-outbox.ts';

/** A reader is shown this much of a memory's evidence; the lineage endpoints give the rest. */
const MAX_SOURCE_EVENTS = 200;

const OWN = 'tenant_id = $1 and environment = $2';

const MEMORY = `
  seq, id, kind, content, tags, agent_id as "agentId", namespace_id as "namespaceId", session_id as "sessionId", speaker,
  importance, confidence, token_count as "tokenCount", valid_from as "validFrom", valid_to as "validTo",
  created_at as "createdAt", updated_at as "updatedAt",
  array(select event_id from memory_events as source
        where source.tenant_id = $1 and source.environment = $2 and source.memory_id = memories.id
        order by at, event_id limit ${String(MAX_SOURCE_EVENTS)}) as "sourceEvents"`;

const ARTIFACT = `
  id, type, title, content, version, token_count as "tokenCount", is_active as "isActive", agent_id as "agentId",
  namespace_id as "namespaceId", confidence, tags, source_sessions as "sourceSessions", source_events as "sourceEvents",
  compiled_at as "compiledAt", created_at as "createdAt", updated_at as "updatedAt",
  array(select memory_id from artifact_memories as source
        where source.tenant_id = $1 and source.environment = $2 and source.artifact_id = artifacts.id
        order by memory_id) as "sourceMemories"`;

const MEMORY_MATCHES = `${OWN} and ($3::text is null or agent_id = $3) and ($4::text is null or session_id = $4)
  and ($5::text is null or kind = $5) and ($6::text is null or $6 = any(tags))`;
const ARTIFACT_MATCHES = `${OWN} and ($3::text is null or agent_id = $3) and ($4::text is null or type = $4)`;

type Times = 'createdAt' | 'updatedAt';
type MemoryRow = Omit<Memory, Times | 'validFrom' | 'validTo'> &
  Record<Times | 'validFrom', Date> & { seq: string; validTo: Date | null };
type ArtifactRow = Omit<Artifact, Times | 'compiledAt' | 'metadata'> &
  Record<Times | 'compiledAt', Date> & {
    agentId: string | null;
    namespaceId: string | null;
    confidence: number;
    tags: string[];
    sourceSessions: number;
  };

/** Reads memories and artifacts from PostgreSQL, and deletes memories. */
export const createPgKnowledgeReader = (database: Database): KnowledgeReader => ({
  listMemories: (scope, filter, limit, beforeSeq) =>
    database.inTenant(scope, async (tx) => {
      const { agentId = null, sessionId = null, type = null, tag = null } = filter;
      const values = [scope.tenantId, scope.environment, agentId, sessionId, type, tag];
      const rows = await tx.query<MemoryRow>(
        `select ${MEMORY} from memories where ${MEMORY_MATCHES} and ($7::bigint is null or seq < $7)
         order by seq desc limit $8`,
        [...values, beforeSeq ?? null, limit + 1],
      );
      const [count] = await tx.query<{ total: string }>(
        `select count(*) as total from memories where ${MEMORY_MATCHES}`,
        values,
      );
      const page = rows.slice(0, limit);
      return {
        memories: page.map(toMemory),
        lastSeq: Number(page.at(-1)?.seq ?? 0),
        hasMore: rows.length > limit,
        total: Number(count?.total ?? 0),
      };
    }),

  getMemory: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<MemoryRow>(
        `select ${MEMORY} from memories where ${OWN} and id = $3`,
        own(scope, id),
      );
      return row && toMemory(row);
    }),

  listArtifacts: (scope, filter, limit, offset) =>
    database.inTenant(scope, async (tx) => {
      const values = [scope.tenantId, scope.environment, filter.agentId ?? null, filter.type ?? null];
      const rows = await tx.query<ArtifactRow>(
        `select ${ARTIFACT} from artifacts where ${ARTIFACT_MATCHES} order by compiled_at desc, id limit $5 offset $6`,
        [...values, limit, offset],
      );
      const [count] = await tx.query<{ total: string }>(
        `select count(*) as total from artifacts where ${ARTIFACT_MATCHES}`,
        values,
      );
      return { artifacts: rows.map(toArtifact), total: Number(count?.total ?? 0) };
    }),

  getArtifact: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<ArtifactRow>(
        `select ${ARTIFACT} from artifacts where ${OWN} and id = $3`,
        own(scope, id),
      );
      return row && toArtifact(row);
    }),

  counts: (scope) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ memories: string; artifacts: string }>(
        `select (select count(*) from memories where ${OWN}) as memories,
                (select count(*) from artifacts where ${OWN}) as artifacts`,
        [scope.tenantId, scope.environment],
      );
      return { memories: Number(row?.memories ?? 0), artifacts: Number(row?.artifacts ?? 0) };
    }),

  forget: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const values = own(scope, id);
      const deleted = await tx.execute(`delete from memories where ${OWN} and id = $3`, values);
      if (deleted === 0) {
        const leaving = await tx.query(`select 1 from index_outbox where ${OWN} and entry_id = $3 limit 1`, values);
        return leaving.length > 0;
      }
      await tx.execute(`delete from memory_events where ${OWN} and memory_id = $3`, values);
      await tx.execute(`delete from artifact_memories where ${OWN} and memory_id = $3`, values);
      await tx.execute(
        'insert into forgotten_memories (tenant_id, environment, memory_id) values ($1, $2, $3) on conflict do nothing',
        values,
      );
      await noteForIndex(tx, scope, [id]);
      return true;
    }),
});

const own = (scope: TenantScope, id: string): unknown[] => [scope.tenantId, scope.environment, id];

const toMemory = (row: MemoryRow): Memory => ({
  ...row,
  validFrom: row.validFrom.toISOString(),
  validTo: row.validTo?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const toArtifact = ({ agentId, namespaceId, confidence, tags, sourceSessions, ...row }: ArtifactRow): Artifact => ({
  ...row,
  metadata: { agentId, namespaceId, confidence, tags, sourceSessions },
  compiledAt: row.compiledAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
