import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { conflict } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import type { Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { ClaimFilter, EventQueue, UncompiledEvents, UncompiledQuery } from '../compiling/event-queue.ts';
import type { AutomaticTimes } from '../automatic/open-sessions.ts';
import { firstSeqIn, monthOfSeq } from './event-months.ts';
import { POLICY_COLUMNS } from './event-row.ts';
import { locateEvents } from './locate-events.ts';
import { SESSION_COLUMNS, subtractUncompiled, type GoneEvents } from './uncompiled-counts.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const own = (table: string): string => `${table}.tenant_id = $1 and ${table}.environment = $2`;
/** Whether a row of `events` belongs to a session. */
const isOf = (session: string): string => `
  events.session_id = ${session}.session_id and coalesce(events.agent_id, '') = ${session}.agent_id
  and coalesce(events.namespace_id, '') = ${session}.namespace_id`;

const TAKE_LEASE = `
  insert into compile_leases (tenant_id, environment, job_id, expires_at)
  values ($1, $2, $3, now() + make_interval(secs => $4))
  on conflict (tenant_id, environment) do update set job_id = excluded.job_id, expires_at = excluded.expires_at,
    taken_at = case when compile_leases.job_id = excluded.job_id then compile_leases.taken_at else now() end
  where compile_leases.job_id = excluded.job_id or compile_leases.expires_at < now()`;
const LOCK_LEASE = `select 1 from compile_leases where ${OWN} and job_id = $3 for update`;
const RELEASE_LEASE = `delete from compile_leases where ${OWN}`;

const COMPLETE = `
  with compiled as (
    update events set learned_at = now() where ${OWN} and seq = any($3) and learned_at is null
    returning ${SESSION_COLUMNS}
  )
  select "agentId", "namespaceId", "sessionId", count(*)::integer as count from compiled group by 1, 2, 3`;

/** A session that had no uncompiled event before this statement, and got none since. Counts are exact, so there should be none. */
const CLOSE_EMPTY = `
  with seen as materialized (
    select session_id, agent_id, namespace_id, uncompiled from open_sessions where ${OWN} and queued_at is not null)
  delete from open_sessions as open using seen
  where open.tenant_id = $1 and open.environment = $2 and open.session_id = seen.session_id
    and open.agent_id = seen.agent_id and open.namespace_id = seen.namespace_id and open.uncompiled = seen.uncompiled
    and not exists (
      select 1 from events where ${own('events')} and events.learned_at is null and ${isOf('seen')})`;
/** What came in while a job compiled its sessions waits for the next job. Sessions queued meanwhile keep theirs. */
const WAIT_AGAIN = `
  update open_sessions set queued_at = null,
    due_at = case when uncompiled >= $4 then now() else now() + make_interval(secs => $3) end
  where ${OWN} and queued_at <= (select taken_at from compile_leases where ${OWN})`;

/** The task that clients name in the metadata: a string or a number. */
const TASK_ID = `
  case when json_typeof(metadata -> 'taskId') in ('string', 'number')
     then nullif(left(btrim(metadata ->> 'taskId'), 200), '') end as "taskId"`;

/**
 * The compiler orders events by `arrival`. The column `seq`, the order of storing, can differ: writes are concurrent. What
 * is compiled holds at the latest from the arrival of its event.
 */
export const CLAIMED_COLUMNS = `
  id, type, ${TASK_ID}, user_id as "userId",
  session_id as "sessionId", agent_id as "agentId", namespace_id as "namespaceId", tags, payload,
  least(occurred_at, received_at) as "occurredAt", occurred_at_given as "occurredAtGiven", arrival::float8 as seq, writer`;

const CONDITIONS: FilterConditions<ClaimFilter> = {
  agentId: (agentId, bind) => `agent_id = ${bind(agentId)}`,
  userId: (userId, bind) => `user_id = ${bind(userId)}`,
  namespaceId: (namespaceId, bind) => `namespace_id = ${bind(namespaceId)}`,
  sessionId: (sessionId, bind) => `session_id = ${bind(sessionId)}`,
  since: (since, bind) => `occurred_at >= ${bind(since)}::timestamptz`,
  until: (until, bind) => `occurred_at < ${bind(until)}::timestamptz`,
  eventIds: (located, bind) => `seq = any(${bind(located)}::bigint[])`,
  queuedSessions: () => `exists (
    select 1 from open_sessions as open where ${own('open')} and open.queued_at is not null and ${isOf('open')})`,
};

export interface ClaimedRow extends Omit<ClaimedEvent, 'occurredAt'> {
  readonly occurredAt: Date;
}

const uncompiled = (filter: ClaimFilter, first: number | null, bind: (value: unknown) => string): string =>
  `${OWN} and learned_at is null and seq >= ${bind(first ?? 0)}::bigint and ${conditionOf(filter, CONDITIONS, bind)}`;

/** The filter with the `seq` of the events instead of their ids. */
const withLocated = async (tx: Transaction, scope: TenantScope, filter: ClaimFilter): Promise<ClaimFilter> =>
  filter.eventIds === undefined ? filter : { ...filter, eventIds: await locateEvents(tx, scope, filter.eventIds) };

const FIRST_UNCOMPILED = `select min(first_seq)::float8 as first from open_sessions where ${OWN}`;

/**
 * The first `seq` of the month before which no event of the tenant scope is uncompiled, or null if none is at all. A
 * statement with it as a value touches no earlier month.
 */
async function firstUncompiled(tx: Transaction, { tenantId, environment }: TenantScope): Promise<number | null> {
  const [row] = await tx.query<{ first: number | null }>(FIRST_UNCOMPILED, [tenantId, environment]);
  const first = row?.first ?? null;
  return first === null ? null : firstSeqIn(monthOfSeq(first));
}

/** Uncompiled events in PostgreSQL: one lease per tenant scope, and a partial index over the events. */
export const createPgEventQueue = (database: Database, times: AutomaticTimes): EventQueue => ({
  claim: (scope, { jobId, scope: filter, afterSeq, limit, leaseSeconds }) =>
    database.inTenant(scope, async (tx) => {
      const taken = await tx.execute(TAKE_LEASE, [scope.tenantId, scope.environment, jobId, leaseSeconds]);
      if (taken === 0) throw conflict('Another job is compiling these events');
      const values: unknown[] = [scope.tenantId, scope.environment];
      const bind = bindTo(values);
      const located = await withLocated(tx, scope, filter);
      const first = await firstUncompiled(tx, scope);
      const rows = await tx.query<ClaimedRow>(
        `select ${CLAIMED_COLUMNS} from events
         where ${uncompiled(located, first, bind)} and arrival > ${bind(afterSeq ?? 0)} order by arrival limit ${bind(limit)}`,
        values,
      );
      return rows.map(toClaimed);
    }),

  count: (scope, filter, visible) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment];
      const bind = bindTo(values);
      const located = await withLocated(tx, scope, filter);
      const first = await firstUncompiled(tx, scope);
      const [row] = await tx.query<{ count: number }>(
        `select count(*)::float8 as count from events
         where ${uncompiled(located, first, bind)} and ${filterSql(visible, POLICY_COLUMNS, bind)}`,
        values,
      );
      return row?.count ?? 0;
    }),

  newest: (scope, query, visible) => database.inTenant(scope, async (tx) => readNewest(tx, scope, query, visible)),

  complete: (scope, { jobId, eventIds, release, isDone }) =>
    database.inTenant(
      scope,
      async (tx) => {
        const own = [scope.tenantId, scope.environment];
        await requireLease(tx, scope, jobId);
        const compiled = await tx.query<GoneEvents>(COMPLETE, [...own, await locateEvents(tx, scope, eventIds)]);
        await subtractUncompiled(tx, scope, compiled);
        if (isDone) {
          await tx.execute(CLOSE_EMPTY, own);
          await tx.execute(WAIT_AGAIN, [...own, times.silenceSeconds, times.events]);
        }
        if (release) await tx.execute(RELEASE_LEASE, own);
        return compiled.reduce((sum, { count }) => sum + count, 0);
      },
      { retry: true },
    ),
});

async function readNewest(
  tx: Transaction,
  scope: TenantScope,
  { agentId, tags, limit, maxBytes }: UncompiledQuery,
  visible: Filter,
): Promise<UncompiledEvents> {
  const values: unknown[] = [scope.tenantId, scope.environment];
  const first = await firstUncompiled(tx, scope);
  if (first === null) return { events: [], hasAny: false };
  const bind = bindTo(values);
  const bytes = bind(maxBytes);
  // The size as stored, which is often compressed, is known without reading the payload: it leaves out most of what is too much.
  const rows = await tx.query<ClaimedRow>(
    `select ${CLAIMED_COLUMNS} from (
       select fitting.*, sum(octet_length(payload::text)) over (order by type <> 'message', arrival desc) as bytes from (
         select newest.*, sum(pg_column_size(payload)) over (order by type <> 'message', arrival desc) as stored_bytes from (
           select * from events
           where ${uncompiled({ agentId }, first, bind)} and tags @> ${bind(tags)}::text[] and ${filterSql(visible, POLICY_COLUMNS, bind)}
           order by arrival desc limit ${bind(limit)}) newest
       ) fitting where stored_bytes <= ${bytes}
     ) events where bytes <= ${bytes} order by arrival`,
    values,
  );
  return { events: rows.map(toClaimed), hasAny: true };
}

export const toClaimed = (row: ClaimedRow): ClaimedEvent => ({ ...row, occurredAt: row.occurredAt.toISOString() });

async function requireLease(tx: Transaction, scope: TenantScope, jobId: string): Promise<void> {
  const leases = await tx.query(LOCK_LEASE, [scope.tenantId, scope.environment, jobId]);
  if (leases.length === 0) throw conflict('The lease on these events was lost to another job');
}
