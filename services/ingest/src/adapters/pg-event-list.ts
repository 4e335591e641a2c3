import type { Event } from '@strata/contracts/schemas/event';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { looksAt, passes, type Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { EventFilter, EventQuery } from '../reading/event-reader.ts';
import { EVENT_COLUMNS, POLICY_COLUMNS, toEvent, type EventRow } from './event-row.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const COUNTED = `(select coalesce(sum(events - deleted), 0) from event_counts where ${OWN})`;

const CONDITIONS: FilterConditions<EventFilter> = {
  agentId: (agentId, bind) => `agent_id = ${bind(agentId)}`,
  userId: (userId, bind) => `user_id = ${bind(userId)}`,
  namespaceId: (namespaceId, bind) => `namespace_id = ${bind(namespaceId)}`,
  sessionId: (sessionId, bind) => `session_id = ${bind(sessionId)}`,
  since: (since, bind) => `occurred_at >= ${bind(since)}::timestamptz`,
  until: (until, bind) => `occurred_at < ${bind(until)}::timestamptz`,
  type: (type, bind) => `type = ${bind(type)}`,
  tag: (tag, bind) => `${bind(tag)} = any(tags)`,
};

/** One page of a tenant scope's events, newest first, of those that match and may be read. */
export const listEvents = (
  database: Database,
  scope: TenantScope,
  { filter, visible, limit, before }: EventQuery,
): Promise<Page<Event>> =>
  database.inTenant(scope, async (tx) => {
    const values: unknown[] = [scope.tenantId, scope.environment];
    const bind = bindTo(values);
    const matches = conditionOf(filter, CONDITIONS, bind);
    const isBefore = before === undefined ? 'true' : `seq < ${bind(before)}`;
    const rows = await tx.query<EventRow & { seq: number }>(
      `select ${EVENT_COLUMNS}, seq::float8 as seq from events
       where ${OWN} and ${matches} and ${filterSql(visible, POLICY_COLUMNS, bind)} and ${isBefore}
       order by events.seq desc limit ${bind(limit + 1)}`,
      values,
    );
    const page = rows.slice(0, limit);
    return {
      items: page.map(toEvent),
      last: page.at(-1)?.seq ?? 0,
      hasMore: rows.length > limit,
      total: await count(tx, scope, filter, visible),
    };
  });

/** Events are counted once, when they are stored. Only queries by more than the namespace count rows here. */
async function count(tx: Transaction, scope: TenantScope, filter: EventFilter, visible: Filter): Promise<number> {
  const values: unknown[] = [scope.tenantId, scope.environment];
  const bind = bindTo(values);
  const matches = conditionOf(filter, CONDITIONS, bind);
  const isVisible = filterSql(visible, POLICY_COLUMNS, bind);
  const counting = (): string => {
    if (matches !== 'true' || (visible !== true && !isByNamespace(visible)))
      return `select count(*) as total from events where ${OWN} and ${matches} and ${isVisible}`;
    if (visible === true) return `select ${COUNTED} as total`;
    const hidden = `select count(*) from events where ${OWN} and namespace_id is not null and not ${isVisible}`;
    return `select ${COUNTED} - (${hidden}) as total`;
  };
  const [row] = await tx.query<{ total: string }>(counting(), values);
  return Number(row?.total ?? 0);
}

/** Whether only the namespace decides, and events without one may be read. */
const isByNamespace = (visible: Filter): boolean =>
  !looksAt(visible, ['id', 'agentId', 'tags']) &&
  passes(visible, { id: null, namespaceId: null, agentId: null, tags: [] });
