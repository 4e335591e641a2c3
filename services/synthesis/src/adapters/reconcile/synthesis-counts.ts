import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { statementCheck } from '@strata/platform/reconcile/statement-check';
import { readAll } from './reconciler.ts';

/**
 * Days whose packs and counts differ. The day of a count is that of the service's clock, and the time of a pack that of the
 * database: packs within a minute of midnight can count on either day. Packs are deleted from the oldest on: all of a day are
 * there if there is an older one.
 */
const WRONG_DAYS = `
  with kept as (
    select tenant_id, environment, day, count(*) as packs, count(*) filter (where time < '00:01') as early,
           count(*) filter (where time >= '23:59') as late, min(returned_at) as first_at
    from (select tenant_id, environment, returned_at, (returned_at at time zone 'UTC')::date as day,
                 (returned_at at time zone 'UTC')::time as time
          from packs where $1::text is null or tenant_id = $1) as packs
    group by 1, 2, 3
  ), counted as (
    select tenant_id, environment, day, sum(syntheses) as syntheses from synthesis_counts
    where $1::text is null or tenant_id = $1 group by 1, 2, 3
  ), days as (
    select tenant_id, environment, day, coalesce(packs, 0) as packs, coalesce(early, 0) as early, coalesce(late, 0) as late,
           coalesce(syntheses, 0) as syntheses,
           min(first_at) over (partition by tenant_id, environment) as oldest
    from kept full join counted using (tenant_id, environment, day)
  ), bounded as (
    select days.*, coalesce(before.late, 0) + coalesce(after.early, 0) as others
    from days
    left join days as before on before.tenant_id = days.tenant_id and before.environment = days.environment and before.day = days.day - 1
    left join days as after on after.tenant_id = days.tenant_id and after.environment = days.environment and after.day = days.day + 1)
  select tenant_id, environment, day, packs, syntheses from bounded
  where packs - early - late > syntheses
     or syntheses > packs + others and oldest < (day::timestamp at time zone 'UTC') - interval '1 minute'`;

const FIND = `
  select tenant_id as "tenantId", environment, day::text as id,
         syntheses || ' syntheses are counted, ' || packs || ' packs are kept' as message
  from (${WRONG_DAYS}) as days where $2::text[] is null or day::text = any($2) order by 1, 2, 3 limit 20000`;

/** Adds what is missing: each synthesis is counted in the statement that keeps its pack, so that this stays the same meanwhile. */
const ADD_MISSING = `
  insert into synthesis_counts as known (tenant_id, environment, day, slot, syntheses)
  select tenant_id, environment, day, 0, packs - syntheses from (${WRONG_DAYS}) as days
  where environment = $2 and day::text = any($3)
  on conflict (tenant_id, environment, day, slot) do update set syntheses = known.syntheses + excluded.syntheses`;

/** The counts of syntheses by day, which usage reads, with the packs that are kept. */
export const synthesisCountsCheck = (database: Database): Check =>
  statementCheck({
    name: 'synthesis-counts',
    compares: 'The count of syntheses of each day with the packs, as long as they are kept',
    advice: '--repair counts them again.',
    find: (...of) => readAll(database, FIND, of),
    repairIn: async (scope, days) => {
      await database.inTenant(scope, (tx) => tx.execute(ADD_MISSING, [scope.tenantId, scope.environment, days]));
    },
  });
