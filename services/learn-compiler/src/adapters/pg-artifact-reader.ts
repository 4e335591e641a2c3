import type { Artifact } from '@strata/contracts/schemas/artifact';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { filterSql } from '@strata/policy/filter-sql';
import type { ArtifactFilter, ArtifactReader, StoredArtifact, StoredItem } from '../reading/artifact-reader.ts';
import { readVersions } from './pg-artifact-versions.ts';
import { policyColumns } from './policy-columns.ts';
import { IS_SWITCHED_OFF, SWITCHED_OFF } from './switched-off.ts';
import { memoriesBehind, visibleArtifacts } from './visible-artifacts.ts';

/** A withdrawn artifact is not shown until it is compiled again. */
const OWN = 'tenant_id = $1 and environment = $2 and not is_withdrawn';

/** The most source memories that an artifact lists; lineage has the others. */
const MAX_SOURCE_MEMORIES = 200;

/** The columns that an `ArtifactRow` is made of. $1 and $2 are the tenant scope. */
export const ARTIFACT = `
  id, type, title, content, version, token_count as "tokenCount", is_active and not ${IS_SWITCHED_OFF} as "isActive", agent_id as "agentId",
  namespace_id as "namespaceId", user_id as "userId", confidence, tags, source_sessions as "sourceSessions", source_events as "sourceEvents",
  compiled_at as "compiledAt", created_at as "createdAt", updated_at as "updatedAt",
  array(select memory_id from artifact_memories as source
        where source.tenant_id = $1 and source.environment = $2 and source.artifact_id = artifacts.id
          and not exists (select from memories where memories.id = source.memory_id and memories.tenant_id = $1
                            and memories.environment = $2 and is_side_text)
        order by memory_id limit ${String(MAX_SOURCE_MEMORIES)}) as "sourceMemories",
  ${SWITCHED_OFF} as "switchedOff"`;

const SOURCE = 'memory.id, memory.namespace_id as "namespaceId", memory.agent_id as "agentId", memory.tags';

const CONDITIONS: FilterConditions<ArtifactFilter> = {
  agentId: (agentId, bind) => `agent_id = ${bind(agentId)}`,
  userId: (userId, bind) => `user_id = ${bind(userId)}`,
  namespaceId: (namespaceId, bind) => `namespace_id = ${bind(namespaceId)}`,
  type: (type, bind) => `type = ${bind(type)}`,
  includeInactive: (included) => (included === 'true' ? 'true' : `is_active and not ${IS_SWITCHED_OFF}`),
};

type Times = 'createdAt' | 'updatedAt' | 'compiledAt';
/** An artifact in the table `artifacts`. */
export type ArtifactRow = Omit<Artifact, Times | 'metadata'> &
  Record<Times, Date> & {
    agentId: string | null;
    namespaceId: string | null;
    userId: string | null;
    confidence: number;
    tags: string[];
    sourceSessions: number;
  };

/** Reads artifacts from PostgreSQL. */
export const createPgArtifactReader = (database: Database): ArtifactReader => ({
  list: (scope, filter, visible, { limit, offset }) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment];
      const bind = bindTo(values);
      const matches = `${OWN} and ${conditionOf(filter, CONDITIONS, bind)} and ${visibleArtifacts(visible, bind)}`;
      const counted = [...values];
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

  versions: (...of) => readVersions(database, ...of),

  sources: (scope, id) =>
    database.inTenant(scope, (tx) =>
      tx.query<StoredItem>(
        `select ${SOURCE} from ${memoriesBehind()} where source.artifact_id = $3 order by memory.id`,
        [scope.tenantId, scope.environment, id],
      ),
    ),

  hiddenSource: (scope, id, visible) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment, id];
      const [row] = await tx.query<StoredItem>(
        `select ${SOURCE} from ${memoriesBehind()}
         where source.artifact_id = $3 and not ${filterSql(visible, policyColumns('memory'), bindTo(values))}
         order by memory.id limit 1`,
        values,
      );
      return row;
    }),
});

export function toArtifact(row: ArtifactRow): StoredArtifact {
  const { agentId, namespaceId, userId, confidence, tags, sourceSessions, ...fields } = row;
  return {
    artifact: {
      ...fields,
      metadata: { agentId, namespaceId, userId, confidence, tags, sourceSessions },
      compiledAt: row.compiledAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    },
    item: { id: row.id, namespaceId, agentId, tags },
  };
}
