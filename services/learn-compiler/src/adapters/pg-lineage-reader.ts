import type { LineageEdge, LineageNode } from '@strata/contracts/schemas/lineage';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { LineageReader, MemoryNode, SharedEdges } from '../lineage/lineage-reader.ts';
import { policyColumns } from './policy-columns.ts';
import { LINKS_AROUND, visibleArtifacts } from './visible-artifacts.ts';

const EVENTS_OF = `
  select event_id as "from", memory_id as "to", at from memory_events
  where memory_id = $3 and tenant_id = $1 and environment = $2`;

const LABEL_CHARACTERS = 80;

/** The first $4 links to each of the data items $3, in the order of an index, so that not all of many links are read. */
const linksTo = (table: string, made: string, source: string): string => `
  select link.source as "from", made.id as "to", link.at, link.nth
  from unnest($3::text[]) with ordinality as made (id, place)
  cross join lateral (
    select source, at, row_number() over (order by source) as nth
    from (select ${source} as source, at from ${table}
          where ${made} = made.id and tenant_id = $1 and environment = $2
          order by ${source} limit $4) as first) as link
  order by made.place, link.nth`;
const LINKS_TO: Readonly<Record<LineageEdge['type'], string>> = {
  compiled_into: linksTo('artifact_memories', 'artifact_id', 'memory_id'),
  captured_from: linksTo('memory_events', 'memory_id', 'event_id'),
};

interface LinkRow {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}
type RowOf<Node extends LineageNode> = Omit<Node, 'at'> & { readonly at: Date };

/** Reads lineage from PostgreSQL, by index from one data item to its relatives. */
export const createPgLineageReader = (database: Database): LineageReader => ({
  eventsOf: (scope, memoryId, limit) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<LinkRow>(`${EVENTS_OF} order by at desc, event_id limit $4`, [
        ...own(scope, memoryId),
        limit ?? null,
      ]);
      return rows.map((row) => toEdge('captured_from', row));
    }),

  countEventsOf: (scope, memoryId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ total: string }>(
        `select count(*) as total from (${EVENTS_OF}) as link`,
        own(scope, memoryId),
      );
      return Number(row?.total ?? 0);
    }),

  artifactsOf: (scope, memoryId, visible, limit) =>
    database.inTenant(scope, async (tx) => {
      const values = own(scope, memoryId);
      const bind = bindTo(values);
      const derived = `
        from artifact_memories as link
        join artifacts on artifacts.tenant_id = $1 and artifacts.environment = $2 and artifacts.id = link.artifact_id
        where link.memory_id = $3 and link.tenant_id = $1 and link.environment = $2
          and not artifacts.is_withdrawn and ${visibleArtifacts(visible, bind, LINKS_AROUND)}`;
      const counted = [...values];
      const rows = await tx.query<RowOf<LineageNode> & { linkedAt: Date }>(
        `select artifacts.id, artifacts.title as label, artifacts.compiled_at as at, link.at as "linkedAt" ${derived}
         order by link.at desc, artifacts.id limit ${bind(limit)}`,
        values,
      );
      const [count] = await tx.query<{ total: string }>(`select count(*) as total ${derived}`, counted);
      return {
        edges: rows.map(({ id, linkedAt }) => toEdge('compiled_into', { from: memoryId, to: id, at: linkedAt })),
        nodes: rows.map(({ id, label, at }) => toNode({ id, kind: 'artifact' as const, label, writer: null, at })),
        total: Number(count?.total ?? 0),
      };
    }),

  memoriesBehind: (scope, artifactIds, most) => readShared(database, scope, 'compiled_into', artifactIds, most),
  eventsBehind: (scope, memoryIds, most) => readShared(database, scope, 'captured_from', memoryIds, most),

  memories: async (scope, ids, visible) => {
    if (ids.length === 0) return [];
    return database.inTenant(scope, async (tx) => {
      const values = own(scope, ids);
      const rows = await tx.query<RowOf<MemoryNode>>(
        `select id, 'memory' as kind, kind || ': ' || left(content, ${String(LABEL_CHARACTERS)}) as label, null as writer,
                created_at as at, namespace_id as "namespaceId", agent_id as "agentId"
         from memories where tenant_id = $1 and environment = $2 and id = any($3) and not is_side_text
           and ${filterSql(visible, policyColumns('memories'), bindTo(values))}
         order by seq desc`,
        values,
      );
      return rows.map(toNode);
    });
  },
});

/** Each data item gets an equal share of the `most` edges. */
async function readShared(
  database: Database,
  scope: TenantScope,
  type: LineageEdge['type'],
  ids: readonly string[],
  most: number,
): Promise<SharedEdges> {
  if (ids.length === 0) return { edges: [], isTruncated: false };
  const share = Math.max(1, Math.floor(most / ids.length));
  const rows = await database.inTenant(scope, (tx) =>
    tx.query<LinkRow & { nth: string }>(LINKS_TO[type], [...own(scope, ids), share + 1]),
  );
  const shared = rows.filter(({ nth }) => Number(nth) <= share);
  return { edges: shared.map((row) => toEdge(type, row)), isTruncated: shared.length < rows.length };
}

const own = (scope: TenantScope, value: unknown): unknown[] => [scope.tenantId, scope.environment, value];

const toEdge = (type: LineageEdge['type'], { from, to, at }: LinkRow): LineageEdge => ({
  from,
  to,
  type,
  timestamp: at.toISOString(),
});

const toNode = <Row extends { readonly at: Date }>(row: Row): Omit<Row, 'at'> & { at: string } => ({
  ...row,
  at: row.at.toISOString(),
});
