import type { Event } from '@strata/contracts/schemas/event';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { EventFilter, EventPage, EventReader } from '../reading/event-reader.ts';

interface EventRow {
  seq: string;
  id: string;
  type: Event['type'];
  session_id: string;
  agent_id: string | null;
  namespace_id: string | null;
  tags: string[];
  payload: Record<string, unknown>;
  metadata: Record<string, unknown>;
  idempotency_key: string | null;
  occurred_at: Date;
  received_at: Date;
  learned_at: Date | null;
}

const OWN = 'tenant_id = $1 and environment = $2';
const MATCHES = `${OWN} and ($3::text is null or agent_id = $3) and ($4::text is null or session_id = $4)
  and ($5::text is null or type = $5) and ($6::text is null or $6 = any(tags))`;

/** Reads events from PostgreSQL. */
export const createPgEventReader = (database: Database): EventReader => ({
  list: (scope, filter, limit, beforeSeq) =>
    database.inTenant(scope, async (tx): Promise<EventPage> => {
      const values = [scope.tenantId, scope.environment, ...filterValues(filter)];
      const rows = await tx.query<EventRow>(
        `select * from events where ${MATCHES} and ($7::bigint is null or seq < $7) order by seq desc limit $8`,
        [...values, beforeSeq ?? null, limit + 1],
      );
      const [count] = await tx.query<{ total: string }>(
        isUnfiltered(filter)
          ? `select coalesce(sum(events), 0) as total from event_counts where ${OWN}`
          : `select count(*) as total from events where ${MATCHES}`,
        isUnfiltered(filter) ? values.slice(0, 2) : values,
      );
      const page = rows.slice(0, limit);
      return {
        events: page.map(toEvent),
        lastSeq: Number(page.at(-1)?.seq ?? 0),
        hasMore: rows.length > limit,
        total: Number(count?.total ?? 0),
      };
    }),

  get: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<EventRow>(`select * from events where ${OWN} and id = $3`, own(scope, id));
      return row && toEvent(row);
    }),

  fingerprints: (scope, ids) =>
    database.inTenant(scope, (tx) =>
      tx.query<{ eventId: string; fingerprint: string | null }>(
        `select id as "eventId", fingerprint from events where ${OWN} and id = any($3)`,
        own(scope, ids),
      ),
    ),

  batch: (scope, batchId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ stored: string; total: number; first: Date; last: Date }>(
        `select sum(events) as stored, max(total) as total, min(stored_at) as first, max(stored_at) as last
         from batch_chunks where ${OWN} and batch_id = $3 group by batch_id`,
        own(scope, batchId),
      );
      if (!row) return undefined;
      return { stored: Number(row.stored), total: row.total, firstAt: row.first, lastAt: row.last };
    }),

  usage: (scope, month) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ total: string; month: string }>(
        `select coalesce(sum(events), 0) as total, coalesce(sum(events) filter (where month = $3), 0) as month
         from event_counts where ${OWN}`,
        own(scope, month),
      );
      return { total: Number(row?.total ?? 0), month: Number(row?.month ?? 0) };
    }),
});

const own = (scope: TenantScope, value: unknown): unknown[] => [scope.tenantId, scope.environment, value];

const filterValues = (filter: EventFilter): unknown[] => [
  filter.agentId ?? null,
  filter.sessionId ?? null,
  filter.type ?? null,
  filter.tag ?? null,
];

const isUnfiltered = (filter: EventFilter): boolean => filterValues(filter).every((value) => value === null);

const toEvent = (row: EventRow): Event => ({
  id: row.id,
  type: row.type,
  sessionId: row.session_id,
  agentId: row.agent_id,
  namespaceId: row.namespace_id,
  tags: row.tags,
  payload: row.payload,
  metadata: row.metadata,
  idempotencyKey: row.idempotency_key,
  occurredAt: row.occurred_at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  learnedAt: row.learned_at?.toISOString() ?? null,
});
