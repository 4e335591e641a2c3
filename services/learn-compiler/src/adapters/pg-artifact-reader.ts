import type { DataItem } from '@strata/policy/filter';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { ArtifactReader, StoredArtifact } from '../reading/artifact-reader.ts';
import { policyColumns } from './policy-columns.ts';
import { memoriesBehind, visibleArtifacts } from './visible-artifacts.ts';

/** What is withdrawn is out of sight until it is compiled again. */
const OWN = 'tenant_id = $1 and environment = $2 and not is_withdrawn';

/** Enough of an artifact's evidence to read; lineage says the rest. */
const MAX_SOURCE_MEMORIES = 200;

const ARTIFACT = `
  id, type, title, content, version, token_count as "tokenCount", is_active as "isActive", agent_id as "agentId",
  namespace_id as "namespaceId", confidence, tags, source_sessions as "sourceSessions", source_events as "sourceEvents",
  compiled_at as "compiledAt", created_at as "createdAt", updated_at as "updatedAt",
  array(select memory_id from artifact_memories as source
        where source.tenant_id = $1 and source.environment = $2 and source.artifact_id = artifacts.id
        order by memory_id limit ${String(MAX_SOURCE_MEMORIES)}) as "sourceMemories"`;

const MATCHES = `${OWN} and ($3::text is null or agent_id = $3) and ($4::text is null or type = $4)`;

type Times = 'createdAt' | 'updatedAt' | 'compiledAt';
type ArtifactRow = Omit<Artifact, Times | 'metadata'> &
  Record<Times, Date> & {
    agentId: string | null;
    namespaceId: string | null;
    confidence: number;
    tags: string[];
    sourceSessions: number;
  };

/** Reads artifacts from PostgreSQL. */
export const createPgArtifactReader = (database: Database): ArtifactReader => ({
  list: (scope, filter, visible, { limit, offset }) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment, filter.agentId ?? null, filter.type ?? null];
      const matches = `${MATCHES} and ${visibleArtifacts(visible, bindTo(values))}`;
      const counted = [...values];
      const bind = bindTo(values);
      const rows = await tx.query<ArtifactRow>(
        `select ${ARTIFACT} from artifacts where ${matches}
         order by compiled_at desc, id limit ${bind(limit)} offset ${bind(offset)}`,
        values,
      );
      const [count] = await tx.query<{ total: string }>(
        `select count(*) as total from artifacts where ${matches}`,
        counted,
      );
      return { artifacts: rows.map(toArtifact), total: Number(count?.total ?? 0) };
    }),

  get: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<ArtifactRow>(`select ${ARTIFACT} from artifacts where ${OWN} and id = $3`, [
        scope.tenantId,
        scope.environment,
        id,
      ]);
      return row && toArtifact(row);
    }),

  hiddenSource: (scope, id, sources) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment, id];
      const [row] = await tx.query<DataItem>(
        `select memory.id, memory.namespace_id as "namespaceId", memory.agent_id as "agentId", memory.tags
         from ${memoriesBehind()}
         where source.artifact_id = $3 and not ${filterSql(sources, policyColumns('memory'), bindTo(values))}
         order by memory.id limit 1`,
        values,
      );
      return row;
    }),
});

function toArtifact(row: ArtifactRow): StoredArtifact {
  const { agentId, namespaceId, confidence, tags, sourceSessions, ...shown } = row;
  return {
    artifact: {
      ...shown,
      metadata: { agentId, namespaceId, confidence, tags, sourceSessions },
      compiledAt: row.compiledAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    },
    subject: { id: row.id, namespaceId, agentId, tags },
  };
}
