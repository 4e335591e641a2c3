import { looksAt, passes, type Filter } from '@strata/policy/filter';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { EventFilter, EventPage, EventQuery } from '../reading/event-reader.ts';
import { POLICY_COLUMNS, toEvent, type EventRow } from './event-row.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const MATCHES = `${OWN} and ($3::text is null or agent_id = $3) and ($4::text is null or session_id = $4)
  and ($5::text is null or type = $5) and ($6::text is null or $6 = any(tags))`;
const COUNTED = `(select coalesce(sum(events - deleted), 0) from event_counts where ${OWN})`;

/** One page of a partition's events, newest first, of those that match and may be seen. */
export const listEvents = (
  database: Database,
  scope: TenantScope,
  { filter, visible, limit, beforeSeq }: EventQuery,
): Promise<EventPage> =>
  database.inTenant(scope, async (tx) => {
    const values: unknown[] = [scope.tenantId, scope.environment, ...valuesOf(filter)];
    const bind = bindTo(values);
    const rows = await tx.query<EventRow>(
      `select * from events where ${MATCHES} and ${filterSql(visible, POLICY_COLUMNS, bind)}
       and (${bind(beforeSeq ?? null)}::bigint is null or seq < $${String(values.length)})
       order by seq desc limit ${bind(limit + 1)}`,
      values,
    );
    const page = rows.slice(0, limit);
    return {
      events: page.map(toEvent),
      lastSeq: Number(page.at(-1)?.seq ?? 0),
      hasMore: rows.length > limit,
      total: await count(tx, scope, filter, visible),
    };
  });

/** Rows are counted once, as they come in; only what is asked for by more than its namespace is counted here. */
async function count(tx: Transaction, scope: TenantScope, filter: EventFilter, visible: Filter): Promise<number> {
  const own: unknown[] = [scope.tenantId, scope.environment];
  const isAll = valuesOf(filter).every((value) => value === null);
  const values = isAll ? own : [...own, ...valuesOf(filter)];
  const condition = filterSql(visible, POLICY_COLUMNS, bindTo(values));
  const counting = (): string => {
    if (!isAll) return `select count(*) as total from events where ${MATCHES} and ${condition}`;
    if (visible === true) return `select ${COUNTED} as total`;
    if (!isByNamespace(visible)) return `select count(*) as total from events where ${OWN} and ${condition}`;
    const hidden = `select count(*) from events where ${OWN} and namespace_id is not null and not ${condition}`;
    return `select ${COUNTED} - (${hidden}) as total`;
  };
  const [row] = await tx.query<{ total: string }>(counting(), values);
  return Number(row?.total ?? 0);
}

/** Whether nothing but the namespace decides, and what lies in none may be seen. */
const isByNamespace = (visible: Filter): boolean =>
  !looksAt(visible, ['id', 'agentId', 'tags']) &&
  passes(visible, { id: null, namespaceId: null, agentId: null, tags: [] });

const valuesOf = (filter: EventFilter): unknown[] => [
  filter.agentId ?? null,
  filter.sessionId ?? null,
  filter.type ?? null,
  filter.tag ?? null,
];
