import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Statement } from '@strata/platform/database/database';
import { closesSession } from '../automatic/closes-session.ts';
import type { AutomaticTimes } from '../automatic/open-sessions.ts';
import type { BatchChunk, EventWriter, WrittenEvent } from '../capturing/event-writer.ts';
import { monthOf } from '../months/month.ts';
import { BEFORE_MONTHS, firstSeqOf } from './event-months.ts';

const ROWS_PER_STATEMENT = 1000;
/**
 * Up to so many rows, each connection keeps the plan: making it takes longer than to insert them. A plan that is kept expects few rows,
 * and is slow for many.
 */
const KEPT_PLAN_ROWS = 100;
/** The class of the advisory locks that a tenant's writers share. */
const WRITERS = 1_734_901;

/** Inserts events, counts the new ones, and notes when their sessions are due for compiling, in one round trip. */
const INSERT_EVENTS = `
  with given as materialized (
    select first.seq + nextval('event_seq') as seq, row.*
    from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                $11::text[], $12::text[], $13::timestamptz[], $14::boolean[], $15::timestamptz[], $16::bigint[],
                $17::integer[], $18::text[], $22::text[])
         as row (id, type, session_id, agent_id, namespace_id, tags, payload, metadata, idempotency_key, fingerprint,
                 occurred_at, occurred_at_given, received_at, arrival, secrets_replaced, writer, user_id)
    cross join (select pg_advisory_xact_lock_shared(${String(WRITERS)}, hashtext($1))) as writing
    cross join (select ${firstSeqOf('$23')} as seq) as first
    -- Deleted events are not stored again.
    where not exists (
      select 1 from forgotten_events as gone
      where gone.tenant_id = $1 and gone.environment = $2 and gone.event_id = row.id)
      -- Nor are those of an erased end user, agent or session that come late. Most tenants have erased nothing.
      and not ((select exists (select 1 from erasures where tenant_id = $1 and environment = $2)) and exists (
        select 1
        from (values ('user', row.user_id), ('agent', row.agent_id), ('session', row.session_id)) as subject (type, id)
        join erasures as erased on erased.subject_sha256 = encode(sha256(convert_to(subject.id, 'UTF8')), 'hex')
          and erased.subject_type = subject.type
        where erased.tenant_id = $1 and erased.environment = $2 and row.received_at <= erased.until))
      -- Nor are those that were stored before ids were listed.
      and (select seq from events where tenant_id = $1 and environment = $2 and events.id = row.id and ${BEFORE_MONTHS}) is null
  ), listed as (
    -- The same id in two months cannot be: it has one row here, whichever month it is stored in.
    insert into event_ids (event_id, tenant_id, environment, seq) select id, $1, $2, seq from given
    on conflict (event_id, tenant_id, environment) do nothing
    returning seq
  ), stored as (
    insert into events (tenant_id, environment, seq, id, type, session_id, agent_id, namespace_id, tags, payload, metadata,
                        idempotency_key, fingerprint, occurred_at, occurred_at_given, received_at, arrival,
                        secrets_replaced, writer, user_id)
    select $1, $2, seq, id, type, session_id, agent_id, namespace_id,
           case when tags = '[]' then '{}' else array(select json_array_elements_text(tags::json)) end,
           payload::json, metadata::json, idempotency_key, fingerprint, occurred_at, occurred_at_given, received_at,
           arrival, secrets_replaced, writer::json, user_id
    from given join listed using (seq)
    -- The version before, which lists no ids, may store one at the same time.
    on conflict do nothing
    returning id, session_id, agent_id, namespace_id, arrival, received_at, seq
  ), counted as (
    insert into event_counts (tenant_id, environment, month, events)
    select $1, $2, to_char(received_at at time zone 'UTC', 'YYYY-MM'), count(*) from stored group by 3 order by 3
    on conflict (tenant_id, environment, month) do update set events = event_counts.events + excluded.events
    returning 1
  ), by_hour as (
    insert into event_hours as known (tenant_id, environment, hour, events)
    select $1, $2, date_trunc('hour', received_at, 'UTC'), count(*) from stored
    -- Writers lock the months of a tenant first, then its hours and its sessions, so that they do not wait for each other in a circle.
    where (select count(*) from counted) >= 0
    group by 3 order by 3
    on conflict (tenant_id, environment, hour) do update set events = known.events + excluded.events
    returning 1
  ), opened as (
    insert into open_sessions as open
      (tenant_id, environment, session_id, agent_id, namespace_id, uncompiled, due_at, first_seq)
    select $1, $2, session_id, coalesce(agent_id, ''), coalesce(namespace_id, ''), count(*),
           case when count(*) >= $21 or (array_agg(id in (select unnest($19::text[])) order by arrival desc))[1] then now()
                else now() + make_interval(secs => $20) end,
           min(seq)
    from stored
    where (select count(*) from by_hour) >= 0
    group by 3, 4, 5 order by 3, 4, 5
    on conflict (tenant_id, environment, session_id, agent_id, namespace_id) do update
    set uncompiled = open.uncompiled + excluded.uncompiled,
        first_seq = least(open.first_seq, excluded.first_seq),
        due_at = case when open.queued_at is not null then open.due_at
                      when open.uncompiled + excluded.uncompiled >= $21 then now()
                      else excluded.due_at end
  )
  select count(*)::integer as stored from stored`;

const INSERT_CHUNKS = `
  insert into batch_chunks (tenant_id, environment, batch_id, chunk, events, total, writer)
  select $1, $2, batch_id, chunk, events, total, writer::json
  from unnest($3::text[], $4::integer[], $5::integer[], $6::integer[], $7::text[])
       as row (batch_id, chunk, events, total, writer)
  on conflict do nothing`;

/** Writes events to PostgreSQL: up to 1,000 rows a statement, with counts and chunks in the same transaction. */
export const createPgEventWriter = (database: Database, times: AutomaticTimes, clock: Clock): EventWriter => ({
  store: async ({ scope, events, chunks }) => {
    const inserts: Statement[] = [];
    for (let from = 0; from < events.length; from += ROWS_PER_STATEMENT)
      inserts.push(insertEvents(scope, events.slice(from, from + ROWS_PER_STATEMENT), times, clock));
    const before = chunks.length > 0 ? [insertChunks(scope, chunks)] : [];
    // Concurrent writers of one tenant wait for each other, from the first statement that counts until the commit.
    const results = await database.runInTenant(scope, [...before, ...inserts], { retry: true });
    const counts = results.slice(before.length) as { stored: number }[][];
    return counts.reduce((sum, [row]) => sum + (row?.stored ?? 0), 0);
  },

  settled: (scope) => writersSettled(database, scope),
});

/** Resolves when all writes of the tenant that are running now have ended. */
export const writersSettled = (database: Database, scope: TenantScope): Promise<void> =>
  database.inTenant(scope, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${String(WRITERS)}, hashtext($1))`, [scope.tenantId]);
  });

/** The statement returns how many events were new. */
function insertEvents(
  scope: TenantScope,
  events: readonly WrittenEvent[],
  times: AutomaticTimes,
  clock: Clock,
): Statement {
  const column = <Value>(read: (event: WrittenEvent) => Value): Value[] => events.map(read);
  const values = [
    scope.tenantId,
    scope.environment,
    column((event) => event.id),
    column((event) => event.type),
    column((event) => event.sessionId),
    column((event) => event.agentId),
    column((event) => event.namespaceId),
    column((event) => JSON.stringify(event.tags)),
    column((event) => JSON.stringify(event.payload)),
    column((event) => JSON.stringify(event.metadata)),
    column((event) => event.idempotencyKey),
    column((event) => event.fingerprint),
    column((event) => event.occurredAt),
    column((event) => event.occurredAtGiven),
    column((event) => event.receivedAt),
    column((event) => event.arrival),
    column((event) => event.secretsReplaced),
    column((event) => JSON.stringify(event.writer)),
    events.filter(closesSession).map(({ id }) => id),
    times.silenceSeconds,
    times.events,
    column((event) => event.userId),
    monthOf(clock.now()),
  ];
  return { sql: INSERT_EVENTS, values, ...(events.length <= KEPT_PLAN_ROWS && { name: 'insert_events' }) };
}

const insertChunks = (scope: TenantScope, chunks: readonly BatchChunk[]): Statement => ({
  sql: INSERT_CHUNKS,
  values: [
    scope.tenantId,
    scope.environment,
    chunks.map((chunk) => chunk.id),
    chunks.map((chunk) => chunk.chunk),
    chunks.map((chunk) => chunk.events),
    chunks.map((chunk) => chunk.total),
    chunks.map((chunk) => JSON.stringify(chunk.writer)),
  ],
});
