import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { readPage } from '@strata/platform/database/read-page';
import { filterSql } from '@strata/policy/filter-sql';
import type { MemoryFilter, MemoryReader } from '../reading/memory-reader.ts';
import { memoriesFor, MEMORY, toMemory, type MemoryRow } from './memory-rows.ts';
import { readTimeline } from './pg-memory-timeline.ts';
import { policyColumns } from './policy-columns.ts';
import { endedAs } from './session-outcome.ts';

const OWN = 'tenant_id = $1 and environment = $2 and not is_side_text';

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
  outcome: (outcome, bind) => endedAs('memories', bind(outcome)),
  archived: (archived) => `archived_at is ${archived === 'true' ? 'not null' : 'null'}`,
};

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
        isCountedOnce: true,
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

  timeline: (...of) => readTimeline(database, ...of),

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
