import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import type { BatchState, EventDescription, EventReader, EventSeries, EventUsage } from '../reading/event-reader.ts';
import { EVENT_COLUMNS, POLICY_COLUMNS, toEvent, type EventRow } from './event-row.ts';
import { locateEvents } from './locate-events.ts';
import { listEvents } from './pg-event-list.ts';

const OWN = 'tenant_id = $1 and environment = $2';

/** Reads events from PostgreSQL. */
export const createPgEventReader = (database: Database, clock: Clock): EventReader => ({
  list: (scope, query) => listEvents(database, scope, query, clock),

  get: (scope, id) =>
    database.inTenant(scope, async (tx) => {
      const sql = `select ${EVENT_COLUMNS} from events where ${OWN} and seq = any($3)`;
      const [row] = await tx.query<EventRow>(sql, own(scope, await locateEvents(tx, scope, [id])));
      return row && toEvent(row);
    }),

  describe: (scope, ids, visible) =>
    database.inTenant(scope, async (tx) => {
      const values = own(scope, await locateEvents(tx, scope, ids));
      const rows = await tx.query<Omit<EventDescription, 'occurredAt'> & { occurredAt: Date }>(
        `select id, type, occurred_at as "occurredAt", writer from events
         where ${OWN} and seq = any($3) and ${filterSql(visible, POLICY_COLUMNS, bindTo(values))}`,
        values,
      );
      return rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }));
    }),

  batch: (scope, batchId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<BatchState>(
        // The end of a batch of which a part could not be sent has the number of events that were.
        `select sum(events)::float8 as stored, min(total) as total, min(stored_at) as "firstAt", max(stored_at) as "lastAt",
                (array_agg(writer))[1] as writer
         from batch_chunks where ${OWN} and batch_id = $3 group by batch_id`,
        own(scope, batchId),
      );
      return row;
    }),

  usage: (scope, month) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<EventUsage>(
        `select coalesce(sum(events), 0)::float8 as total,
                coalesce(sum(events) filter (where month = $3), 0)::float8 as month
         from event_counts where ${OWN}`,
        own(scope, month),
      );
      return row ?? { total: 0, month: 0 };
    }),

  visibleUsage: (scope, month, visible) =>
    database.inTenant(scope, async (tx) => {
      const values = own(scope, `${month}-01`);
      const [row] = await tx.query<EventUsage>(
        `select count(*)::float8 as total,
                count(*) filter (where received_at >= $3::date::timestamp at time zone 'UTC'
                  and received_at < ($3::date + interval '1 month') at time zone 'UTC')::float8 as month
         from events where ${OWN} and ${filterSql(visible, POLICY_COLUMNS, bindTo(values))}`,
        values,
      );
      return row ?? { total: 0, month: 0 };
    }),

  series: (scope, { bucket, since }) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<SeriesRow>(
        `select date_trunc($4, hour, 'UTC') as at, sum(events)::float8 as events, sum(failed)::float8 as failed
         from event_hours where ${OWN} and hour >= $3 group by 1`,
        [...own(scope, since), bucket],
      );
      return rows.map(toPoint);
    }),

  visibleSeries: (scope, { bucket, since }, visible) =>
    database.inTenant(scope, async (tx) => {
      const values = [...own(scope, since), bucket];
      const rows = await tx.query<SeriesRow>(
        `select date_trunc($4, received_at, 'UTC') as at, count(*)::float8 as events, 0 as failed
         from events where ${OWN} and received_at >= $3 and ${filterSql(visible, POLICY_COLUMNS, bindTo(values))} group by 1`,
        values,
      );
      return rows.map(toPoint);
    }),
});

type SeriesRow = Omit<EventSeries[number], 'at'> & { readonly at: Date };
const toPoint = ({ at, ...figures }: SeriesRow): EventSeries[number] => ({ at: at.toISOString(), ...figures });

const own = (scope: TenantScope, value: unknown): unknown[] => [scope.tenantId, scope.environment, value];
