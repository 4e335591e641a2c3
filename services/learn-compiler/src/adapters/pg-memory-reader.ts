import type { Memory } from '@strata/contracts/schemas/memory';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { MemoryReader } from '../reading/memory-reader.ts';
import { policyColumns } from './policy-columns.ts';

/** A reader is shown this much of a memory's evidence; the lineage endpoints give the rest. */
const MAX_SOURCE_EVENTS = 200;

const OWN = 'tenant_id = $1 and environment = $2';

const MEMORY = `
  seq, id, kind, content, tags, agent_id as "agentId", namespace_id as "namespaceId", session_id as "sessionId", speaker,
  importance, confidence, token_count as "tokenCount", valid_from as "validFrom", valid_to as "validTo",
  created_at as "createdAt", updated_at as "updatedAt", archived_at as "archivedAt",
  array(select event_id from memory_events as source
        where source.tenant_id = $1 and source.environment = $2 and source.memory_id = memories.id
        order by at, event_id limit ${String(MAX_SOURCE_EVENTS)}) as "sourceEvents"`;

const MATCHES = `${OWN} and ($3::text is null or agent_id = $3) and ($4::text is null or session_id = $4)
  and ($5::text is null or kind = $5) and ($6::text is null or $6 = any(tags))`;

type Times = 'createdAt' | 'updatedAt' | 'validFrom';
type LaterTimes = 'validTo' | 'archivedAt';
type MemoryRow = Omit<Memory, Times | LaterTimes> &
  Record<Times, Date> &
  Record<LaterTimes, Date | null> & { seq: string };

/** Reads memories from PostgreSQL. */
export const createPgMemoryReader = (database: Database): MemoryReader => ({
  list: (scope, { filter, visible, limit, beforeSeq }) =>
    database.inTenant(scope, async (tx) => {
      const { agentId = null, sessionId = null, type = null, tag = null, archived } = filter;
      const values: unknown[] = [scope.tenantId, scope.environment, agentId, sessionId, type, tag];
      const kept = archived === 'true' ? 'archived_at is not null' : 'archived_at is null';
      const matches = `${MATCHES} and ${kept} and ${filterSql(visible, policyColumns('memories'), bindTo(values))}`;
      const counted = [...values];
      const bind = bindTo(values);
      const rows = await tx.query<MemoryRow>(
        `select ${MEMORY} from memories
         where ${matches} and (${bind(beforeSeq ?? null)}::bigint is null or seq < $${String(values.length)})
         order by seq desc limit ${bind(limit + 1)}`,
        values,
      );
      const [count] = await tx.query<{ total: string }>(
        `select count(*) as total from memories where ${matches}`,
        counted,
      );
      const page = rows.slice(0, limit);
      return {
        memories: page.map(toMemory),
        lastSeq: Number(page.at(-1)?.seq ?? 0),
        hasMore: rows.length > limit,
        total: Number(count?.total ?? 0),
      };
    }),

  get: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<MemoryRow>(`select ${MEMORY} from memories where ${OWN} and id = $3`, [
        scope.tenantId,
        scope.environment,
        id,
      ]);
      return row && toMemory(row);
    }),
});

const toMemory = (row: MemoryRow): Memory => ({
  ...row,
  validFrom: row.validFrom.toISOString(),
  validTo: row.validTo?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});
