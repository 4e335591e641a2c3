import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const MONTHS = `
  select month, coalesce(stored.events, 0)::float8 as stored, coalesce(counts.events - counts.deleted, 0)::float8 as counted
  from (select to_char(received_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as events
        from events where ${OWN} group by 1) as stored
  full join (select month, events, deleted from event_counts where ${OWN}) as counts using (month)
  where coalesce(stored.events, 0) <> coalesce(counts.events - counts.deleted, 0)`;

/**
 * Adds what is missing. Every other transaction changes events and counts by the same number, so that what is missing stays the same,
 * whatever is stored meanwhile.
 */
const ADD_MISSING = `
  insert into event_counts as known (tenant_id, environment, month, events)
  select $1, $2, month, stored - counted from (${MONTHS}) as months where month = any($3) order by month
  on conflict (tenant_id, environment, month) do update set events = known.events + excluded.events`;

interface Month {
  readonly month: string;
  readonly stored: number;
  readonly counted: number;
}

/** The counts of events by month, which lists and usage read, with the events. */
export const eventCountsCheck = (database: Database): Check =>
  scopeCheck({
    name: 'event-counts',
    compares: 'The count of events of each month with the events',
    advice: '--repair counts them again.',
    scopes: scopesOf(database),
    findIn: async ({ tenantId, environment }) => {
      const months = await readAll<Month>(database, `${MONTHS} order by month`, [tenantId, environment]);
      return months.map(({ month, stored, counted }) => ({
        id: month,
        message: `${String(counted)} events are counted, ${String(stored)} are stored`,
      }));
    },
    repairIn: async (scope, months) => {
      await database.inTenant(
        scope,
        (tx) => tx.execute(ADD_MISSING, [scope.tenantId, scope.environment, months]),
        REPAIR,
      );
    },
  });

const REPAIR = { retry: true, statementTimeoutMs: 600_000 };
