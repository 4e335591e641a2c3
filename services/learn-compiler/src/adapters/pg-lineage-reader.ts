import type { LineageNode } from '@strata/contracts/schemas/lineage';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { LineageReader, Link, Links, MemoryNode } from '../lineage/lineage-reader.ts';
import { policyColumns } from './policy-columns.ts';
import { LINKS_AROUND, visibleArtifacts } from './visible-artifacts.ts';

const EVENTS_OF = `
  select event_id as "from", memory_id as "to", at from memory_events
  where memory_id = $3 and tenant_id = $1 and environment = $2`;

const LABEL_CHARACTERS = 80;

/** Each thing's first links in the order of an index: no thing's many are read to leave most of them out. */
const behind = (table: string, made: string, source: string): string => `
  select link.source as "from", made.id as "to", link.at, link.nth
  from unnest($3::text[]) with ordinality as made (id, place)
  cross join lateral (
    select source, at, row_number() over (order by source) as nth
    from (select ${source} as source, at from ${table}
          where ${made} = made.id and tenant_id = $1 and environment = $2
          order by ${source} limit $4) as first) as link
  order by made.place, link.nth`;
const MEMORIES_BEHIND = behind('artifact_memories', 'artifact_id', 'memory_id');
const EVENTS_BEHIND = behind('memory_events', 'memory_id', 'event_id');

type LinkRow = Omit<Link, 'at'> & { readonly at: Date };
type Of<Thing extends { readonly at: string }> = Omit<Thing, 'at'> & { readonly at: Date };

/** Reads lineage from PostgreSQL, by index from one thing to its relatives. */
export const createPgLineageReader = (database: Database): LineageReader => ({
  eventsOf: (scope, memoryId, limit) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<LinkRow>(`${EVENTS_OF} order by at desc, event_id limit $4`, [
        ...own(scope, memoryId),
        limit ?? null,
      ]);
      return rows.map(timed);
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
      const rows = await tx.query<Of<LineageNode> & { linkedAt: Date }>(
        `select artifacts.id, artifacts.title as label, artifacts.compiled_at as at, link.at as "linkedAt" ${derived}
         order by link.at desc, artifacts.id limit ${bind(limit)}`,
        values,
      );
      const [count] = await tx.query<{ total: string }>(`select count(*) as total ${derived}`, counted);
      return {
        links: rows.map(({ id, linkedAt }) => timed({ from: memoryId, to: id, at: linkedAt })),
        nodes: rows.map(({ id, label, at }) => timed({ id, kind: 'artifact' as const, label, at })),
        total: Number(count?.total ?? 0),
      };
    }),

  memoriesBehind: (scope, artifactIds, most) => readBehind(database, scope, MEMORIES_BEHIND, artifactIds, most),
  eventsBehind: (scope, memoryIds, most) => readBehind(database, scope, EVENTS_BEHIND, memoryIds, most),

  memories: async (scope, ids, visible) => {
    if (ids.length === 0) return [];
    return database.inTenant(scope, async (tx) => {
      const values = own(scope, ids);
      const rows = await tx.query<Of<MemoryNode>>(
        `select id, 'memory' as kind, kind || ': ' || left(content, ${String(LABEL_CHARACTERS)}) as label,
                created_at as at, namespace_id as "namespaceId", agent_id as "agentId"
         from memories where tenant_id = $1 and environment = $2 and id = any($3)
           and ${filterSql(visible, policyColumns('memories'), bindTo(values))}
         order by seq desc`,
        values,
      );
      return rows.map(timed);
    });
  },
});

/** Every thing has the same share of what may be read. */
async function readBehind(
  database: Database,
  scope: TenantScope,
  sql: string,
  ids: readonly string[],
  most: number,
): Promise<Links> {
  if (ids.length === 0) return { links: [], isCut: false };
  const share = Math.max(1, Math.floor(most / ids.length));
  const rows = await database.inTenant(scope, (tx) =>
    tx.query<LinkRow & { nth: string }>(sql, [...own(scope, ids), share + 1]),
  );
  const within = rows.filter(({ nth }) => Number(nth) <= share);
  return {
    links: within.map(({ from, to, at }) => timed({ from, to, at })),
    isCut: within.length < rows.length,
  };
}

const own = (scope: TenantScope, value: unknown): unknown[] => [scope.tenantId, scope.environment, value];

const timed = <Row extends { readonly at: Date }>(row: Row): Omit<Row, 'at'> & { at: string } => ({
  ...row,
  at: row.at.toISOString(),
});
