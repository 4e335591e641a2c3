import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';
/** Hours are kept a little longer. */
const SINCE = "date_trunc('hour', now() - interval '92 days', 'UTC')";

const HOURS = `
  select hour, coalesce(stored.events, 0)::float8 as stored, coalesce(counts.events - counts.deleted, 0)::float8 as counted
  from (select date_trunc('hour', received_at, 'UTC') as hour, count(*) as events
        from events where ${OWN} and received_at >= ${SINCE} group by 1) as stored
  full join (select hour, events, deleted from event_hours where ${OWN} and hour >= ${SINCE}) as counts using (hour)
  where coalesce(stored.events, 0) <> coalesce(counts.events - counts.deleted, 0)`;

/** Every other transaction changes events and counts by the same number, so that what is missing stays the same meanwhile. */
const ADD_MISSING = `
  insert into event_hours as known (tenant_id, environment, hour, events)
  select $1, $2, hour, stored - counted from (${HOURS}) as hours where hour = any($3::timestamptz[]) order by hour
  on conflict (tenant_id, environment, hour) do update set events = known.events + excluded.events`;

interface Hour {
  readonly hour: Date;
  readonly stored: number;
  readonly counted: number;
}

/** The counts of events by hour, which figures over time are made of, with the events. */
export const eventHoursCheck = (database: Database): Check =>
  scopeCheck({
    name: 'event-hours',
    compares: 'The count of events of each hour with the events',
    advice: '--repair counts them again.',
    scopes: scopesOf(database),
    findIn: async ({ tenantId, environment }) => {
      const hours = await readAll<Hour>(database, `${HOURS} order by hour`, [tenantId, environment]);
      return hours.map(({ hour, stored, counted }) => ({
        id: hour.toISOString(),
        message: `${String(counted)} events are counted, ${String(stored)} are stored`,
      }));
    },
    repairIn: async (scope, hours) => {
      await database.inTenant(
        scope,
        (tx) => tx.execute(ADD_MISSING, [scope.tenantId, scope.environment, hours]),
        REPAIR,
      );
    },
  });

const REPAIR = { retry: true, statementTimeoutMs: 600_000 };
