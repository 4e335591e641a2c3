import type { Event } from '@strata/contracts/schemas/event';
import type { Page } from '@strata/kernel/cursor';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { withoutSorting } from '@strata/platform/database/ordered-range';
import { looksAt, passes, type Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { EventFilter, EventQuery } from '../reading/event-reader.ts';
import { monthAfter, monthOf } from '../months/month.ts';
import { firstSeqIn, monthOfSeq } from './event-months.ts';
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
  ofSessions: ({ sessions, isNegated }, bind) => `${isNegated ? 'not ' : ''}exists (
    select from unnest(
      ${bind(sessions.map(({ id }) => id))}::text[],
      ${bind(sessions.map(({ agentId }) => agentId ?? ''))}::text[],
      ${bind(sessions.map(({ namespaceId }) => namespaceId ?? ''))}::text[]
    ) as ended (session_id, agent_id, namespace_id)
    where ended.session_id = events.session_id and ended.agent_id = coalesce(events.agent_id, '')
      and ended.namespace_id = coalesce(events.namespace_id, ''))`,
};

/** One page of a tenant scope's events, newest first, of those that match and may be read. */
export const listEvents = (
  database: Database,
  scope: TenantScope,
  query: EventQuery,
  clock: Clock,
): Promise<Page<Event>> =>
  database.inTenant(scope, async (tx) => {
    const { filter, visible, limit, before } = query;
    const read = () => newestRows(tx, scope, query, monthOf(clock.now()));
    const rows = await (isReadInOrder(query) ? withoutSorting(tx, read) : read());
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    // A first page without a second one has all that match, so nothing is read again to count them.
    const total = before?.total ?? (hasMore ? await count(tx, scope, filter, visible) : rows.length);
    return { items: page.map(toEvent), last: page.at(-1)?.seq ?? 0, hasMore, total };
  });

/**
 * Whether an index has the events of the query in their order, so that a page is read up to its end and nothing is sorted. The
 * planner may prefer to read and sort whole months, above all if some are not analyzed. For a namespace, an outcome, or policies
 * by namespace or agent, it has the choice: an index without this order can find few events among many.
 */
const isReadInOrder = ({ filter, visible }: EventQuery): boolean =>
  filter.namespaceId === undefined && filter.ofSessions === undefined && !looksAt(visible, ['namespaceId', 'agentId']);

type ListedRow = EventRow & { readonly seq: number };

/** So many months before the newest one are read if those after them do not fill the page, and then all others. */
const STEPS_IN_MONTHS = [0, -3];

/**
 * One row more than the page has. Goes back month by month: a statement over all months would be planned for each of them,
 * which takes longer than reading a page.
 */
async function newestRows(
  tx: Transaction,
  scope: TenantScope,
  { filter, visible, limit, before }: EventQuery,
  present: number,
): Promise<ListedRow[]> {
  const newest = before === undefined ? present : monthOfSeq(before.last);
  const steps = newest === 0 ? [] : STEPS_IN_MONTHS.map((count) => firstSeqIn(monthAfter(newest, count)));
  const rows: ListedRow[] = [];
  let until = before?.last;
  for (const from of [...steps, 0]) {
    const values: unknown[] = [scope.tenantId, scope.environment];
    const bind = bindTo(values);
    const matches = conditionOf(filter, CONDITIONS, bind);
    const isBefore = until === undefined ? 'true' : `seq < ${bind(until)}`;
    const found = await tx.query<ListedRow>(
      `select ${EVENT_COLUMNS}, seq::float8 as seq from events
       where ${OWN} and ${matches} and ${filterSql(visible, POLICY_COLUMNS, bind)} and seq >= ${bind(from)} and ${isBefore}
       order by events.seq desc limit ${bind(limit + 1 - rows.length)}`,
      values,
    );
    rows.push(...found);
    if (rows.length > limit) break;
    until = from;
  }
  return rows;
}

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
