import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { BatchChunk, EventWriter } from '../capturing/store-events.ts';

const ROWS_PER_STATEMENT = 1000;

const INSERT_EVENTS = `
  insert into events (tenant_id, environment, id, type, session_id, agent_id, namespace_id, tags, payload, metadata,
                      idempotency_key, fingerprint, occurred_at, occurred_at_given, received_at)
  select $1, $2, id, type, session_id, agent_id, namespace_id,
         case when tags = '[]' then '{}' else array(select json_array_elements_text(tags::json)) end,
         payload::json, metadata::json, idempotency_key, fingerprint, occurred_at, occurred_at_given, received_at
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
              $11::text[], $12::text[], $13::timestamptz[], $14::boolean[], $15::timestamptz[])
       as row (id, type, session_id, agent_id, namespace_id, tags, payload, metadata, idempotency_key, fingerprint,
               occurred_at, occurred_at_given, received_at)
  on conflict (tenant_id, environment, id) do nothing
  returning to_char(received_at at time zone 'UTC', 'YYYY-MM') as month`;

const INSERT_CHUNKS = `
  insert into batch_chunks (tenant_id, environment, batch_id, chunk, events, total)
  select $1, $2, * from unnest($3::text[], $4::integer[], $5::integer[], $6::integer[])
  on conflict do nothing`;

const ADD_COUNTS = `
  insert into event_counts (tenant_id, environment, month, events)
  select $1, $2, * from unnest($3::text[], $4::bigint[])
  on conflict (tenant_id, environment, month) do update set events = event_counts.events + excluded.events`;

/** Writes events to PostgreSQL: one statement for up to 1,000 rows, counts and chunks in the same transaction. */
export const createPgEventWriter = (database: Database): EventWriter => ({
  store: ({ scope, events, chunks }) =>
    database.inTenant(
      scope,
      async (tx) => {
        const months: string[] = [];
        for (let from = 0; from < events.length; from += ROWS_PER_STATEMENT)
          months.push(...(await insertEvents(tx, scope, events.slice(from, from + ROWS_PER_STATEMENT))));
        if (chunks.length > 0) await insertChunks(tx, scope, chunks);
        // Last, because concurrent writers of one tenant wait for each other from here to the commit.
        if (months.length > 0) await addCounts(tx, scope, months);
        return months.length;
      },
      { retry: true },
    ),
});

/** @returns the month of each event that was new. */
async function insertEvents(tx: Transaction, scope: TenantScope, events: readonly AcceptedEvent[]): Promise<string[]> {
  const column = <Value>(read: (event: AcceptedEvent) => Value): Value[] => events.map(read);
  const rows = await tx.query<{ month: string }>(INSERT_EVENTS, [
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
  ]);
  return rows.map((row) => row.month);
}

const insertChunks = (tx: Transaction, scope: TenantScope, chunks: readonly BatchChunk[]): Promise<number> =>
  tx.execute(INSERT_CHUNKS, [
    scope.tenantId,
    scope.environment,
    chunks.map((chunk) => chunk.id),
    chunks.map((chunk) => chunk.chunk),
    chunks.map((chunk) => chunk.events),
    chunks.map((chunk) => chunk.total),
  ]);

function addCounts(tx: Transaction, scope: TenantScope, months: readonly string[]): Promise<number> {
  const counts = new Map<string, number>();
  for (const month of months) counts.set(month, (counts.get(month) ?? 0) + 1);
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return tx.execute(ADD_COUNTS, [
    scope.tenantId,
    scope.environment,
    sorted.map(([month]) => month),
    sorted.map(([, count]) => count),
  ]);
}
