import type { Memory } from '@strata/contracts/schemas/memory';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { readPage } from '@strata/platform/database/read-page';
import type { Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { MemoryFilter, MemoryReader } from '../reading/memory-reader.ts';
import { policyColumns } from './policy-columns.ts';

/** The most source events that a memory lists; its lineage has the others. */
const MAX_SOURCE_EVENTS = 200;

const OWN = 'tenant_id = $1 and environment = $2 and not is_side_text';

/** The columns that a `MemoryRow` is made of. $1 and $2 are the tenant scope. */
export const MEMORY = `
  id, kind, content, tags, agent_id as "agentId", namespace_id as "namespaceId", user_id as "userId", session_id as "sessionId", speaker,
  importance, confidence, token_count as "tokenCount", valid_from as "validFrom", ended_at as "validTo",
  created_at as "createdAt", updated_at as "updatedAt", archived_at as "archivedAt",
  array(select event_id from memory_events as source
        where source.tenant_id = $1 and source.environment = $2 and source.memory_id = memories.id
        order by at, event_id limit ${String(MAX_SOURCE_EVENTS)}) as "sourceEvents"`;

/**
 * Memories with `ended_at`, when each stopped holding, for a caller who may read what passes `visible`: what replaced it has to be
 * among that. Else the time would say that there is more.
 */
const memoriesFor = (visible: Filter, bind: (value: unknown) => string): string => {
  const replacedBy = `
    select from memories as holder where holder.id = memories.replaced_by and holder.tenant_id = $1
      and holder.environment = $2 and ${filterSql(visible, policyColumns('holder'), bind)}`;
  const endedAt = visible === true ? 'valid_to' : `case when exists (${replacedBy}) then valid_to end`;
  return `from memories cross join lateral (select ${endedAt} as ended_at) as validity`;
};

const CONDITIONS: FilterConditions<MemoryFilter> = {
  agentId: (agentId, bind) => `agent_id = ${bind(agentId)}`,
  userId: (userId, bind) => `user_id = ${bind(userId)}`,
  namespaceId: (namespaceId, bind) => `namespace_id = ${bind(namespaceId)}`,
  sessionId: (sessionId, bind) => `session_id = ${bind(sessionId)}`,
  since: (since, bind) => `valid_from >= ${bind(since)}::timestamptz`,
  until: (until, bind) => `valid_from < ${bind(until)}::timestamptz`,
  type: (kind, bind) => `kind = ${bind(kind)}`,
  tag: (tag, bind) => `${bind(tag)} = any(tags)`,
  current: (current) => `ended_at is ${current === 'true' ? 'null' : 'not null'}`,
  archived: (archived) => `archived_at is ${archived === 'true' ? 'not null' : 'null'}`,
};

type Times = 'createdAt' | 'updatedAt' | 'validFrom';
type LaterTimes = 'validTo' | 'archivedAt';
/** A memory in the table `memories`. */
export type MemoryRow = Omit<Memory, Times | LaterTimes> & Record<Times, Date> & Record<LaterTimes, Date | null>;

/** Reads memories from PostgreSQL. */
export const createPgMemoryReader = (database: Database): MemoryReader => ({
  list: (scope, { filter, visible, limit, after }) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment];
      const bind = bindTo(values);
      const from = memoriesFor(visible, bind);
      const matches = `${conditionOf(filter, CONDITIONS, bind)} and ${filterSql(visible, policyColumns('memories'), bind)}`;
      const query = {
        columns: MEMORY,
        from: `${from} where ${OWN} and ${matches}`,
        values,
        seq: 'seq',
      };
      const page = await readPage<MemoryRow>(tx, query, { limit, after, newestFirst: true });
      return { ...page, items: page.items.map(toMemory) };
    }),

  get: (scope, id, visible = true) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment, id];
      const from = memoriesFor(visible, bindTo(values));
      const [row] = await tx.query<MemoryRow>(`select ${MEMORY} ${from} where ${OWN} and id = $3`, values);
      return row && toMemory(row);
    }),

  eventsBehind: (scope, memoryIds, which, eventIds) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment, memoryIds, eventIds ?? null];
      const rows = await tx.query<{ id: string }>(
        `select distinct source.event_id as id from memories
         join memory_events as source on source.memory_id = memories.id
           and source.tenant_id = $1 and source.environment = $2
         where memories.tenant_id = $1 and memories.environment = $2 and memories.id = any($3)
           and ($4::text[] is null or source.event_id = any($4))
           and ${filterSql(which, policyColumns('memories'), bindTo(values))}`,
        values,
      );
      return rows.map(({ id }) => id);
    }),
});

export const toMemory = (row: MemoryRow): Memory => ({
  ...row,
  validFrom: row.validFrom.toISOString(),
  validTo: row.validTo?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});
