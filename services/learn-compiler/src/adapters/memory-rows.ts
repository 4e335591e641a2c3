import type { Memory } from '@strata/contracts/schemas/memory';
import type { Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import { policyColumns } from './policy-columns.ts';
import { outcomeOf } from './session-outcome.ts';

/** The most source events that a memory lists; its lineage has the others. */
const MAX_SOURCE_EVENTS = 200;

/** The columns that a `MemoryRow` is made of. $1 and $2 are the tenant scope. */
export const MEMORY = `
  id, kind, content, tags, agent_id as "agentId", namespace_id as "namespaceId", user_id as "userId", session_id as "sessionId",
  ${outcomeOf('memories')} as "sessionOutcome", speaker,
  importance, confidence, token_count as "tokenCount", valid_from as "validFrom", ended_at as "validTo", ended_by as "replacedBy",
  created_at as "createdAt", updated_at as "updatedAt", archived_at as "archivedAt",
  array(select event_id from memory_events as source
        where source.tenant_id = $1 and source.environment = $2 and source.memory_id = memories.id
        order by at, event_id limit ${String(MAX_SOURCE_EVENTS)}) as "sourceEvents"`;

/**
 * Memories with `ended_at` and `ended_by`, when each stopped holding and what holds instead, for a caller who may read what passes
 * `visible`: what replaced it has to be among that. Else the time would say that there is more.
 */
export const memoriesFor = (visible: Filter, bind: (value: unknown) => string): string => {
  const replacedBy = `
    select from memories as holder where holder.id = memories.replaced_by and holder.tenant_id = $1
      and holder.environment = $2 and ${filterSql(visible, policyColumns('holder'), bind)}`;
  const isEnded = visible === true ? 'true' : `exists (${replacedBy})`;
  return `from memories cross join lateral (
    select case when is_ended then valid_to end as ended_at, case when is_ended then replaced_by end as ended_by
    from (select ${isEnded} as is_ended) as end_of_memory) as validity`;
};

type Times = 'createdAt' | 'updatedAt' | 'validFrom';
type LaterTimes = 'validTo' | 'archivedAt';
/** A memory in the table `memories`. */
export type MemoryRow = Omit<Memory, Times | LaterTimes> & Record<Times, Date> & Record<LaterTimes, Date | null>;

export const toMemory = (row: MemoryRow): Memory => ({
  ...row,
  validFrom: row.validFrom.toISOString(),
  validTo: row.validTo?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});
