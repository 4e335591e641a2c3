import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { EventDescription, EventReader } from '../reading/event-reader.ts';
import { POLICY_COLUMNS, toEvent, type EventRow } from './event-row.ts';
import { listEvents } from './pg-event-list.ts';

const OWN = 'tenant_id = $1 and environment = $2';

/** Reads events from PostgreSQL. */
export const createPgEventReader = (database: Database): EventReader => ({
  list: (scope, query) => listEvents(database, scope, query),

  get: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<EventRow>(`select * from events where ${OWN} and id = $3`, own(scope, id));
      return row && toEvent(row);
    }),

  describe: (scope, ids, visible) =>
    database.inTenant(scope, async (tx) => {
      const values = own(scope, ids);
      const rows = await tx.query<Omit<EventDescription, 'occurredAt'> & { occurredAt: Date }>(
        `select id, type, occurred_at as "occurredAt" from events
         where ${OWN} and id = any($3) and ${filterSql(visible, POLICY_COLUMNS, bindTo(values))}`,
        values,
      );
      return rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }));
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
