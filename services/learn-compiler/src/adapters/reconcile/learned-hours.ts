import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { ENDED_LEARNING, OWN } from '../job-statements.ts';
import { readAll, scopesOf } from './reconciler.ts';

/** Hours are kept a little longer. */
const SINCE = "date_trunc('hour', now() - interval '92 days', 'UTC')";

/** Of memories and artifacts, what was deleted stays counted. A memory that changed may have begun as a side text, which is none. */
const HOURS = `
  with stored as (
    select date_trunc('hour', at, 'UTC') as hour, sum(memory) as memories, sum(artifact) as artifacts,
           sum(completed) as completed, sum(failed) as failed
    from (
      select created_at as at, 1 as memory, 0 as artifact, 0 as completed, 0 as failed
      from memories where ${OWN} and not is_side_text and updated_at = created_at
      union all select created_at, 0, 1, 0, 0 from artifacts where ${OWN}
      union all select finished_at, 0, 0, (status = 'completed')::integer, (status = 'failed')::integer
      from jobs where ${OWN} and ${ENDED_LEARNING}
    ) as learned
    where at >= ${SINCE} group by 1
  ), hours as (
    select hour,
           greatest(coalesce(stored.memories, 0) - coalesce(counts.memories, 0), 0) as memories,
           greatest(coalesce(stored.artifacts, 0) - coalesce(counts.artifacts, 0), 0) as artifacts,
           coalesce(stored.completed, 0) - coalesce(counts.completed, 0) as completed,
           coalesce(stored.failed, 0) - coalesce(counts.failed, 0) as failed
    from stored full join (select * from learned_hours where ${OWN} and hour >= ${SINCE}) as counts using (hour)
  )
  select hour, memories::float8 as memories, artifacts::float8 as artifacts, completed::float8 as completed, failed::float8 as failed
  from hours where (memories, artifacts, completed, failed) <> (0, 0, 0, 0)`;

/** Every other transaction changes what is stored and the counts by the same number, so that what is missing stays the same. */
const ADD_MISSING = `
  insert into learned_hours as known (tenant_id, environment, hour, memories, artifacts, completed, failed)
  select $1, $2, hour, memories, artifacts, completed, failed from (${HOURS}) as hours
  where hour = any($3::timestamptz[]) order by hour
  on conflict (tenant_id, environment, hour) do update set
    memories = known.memories + excluded.memories, artifacts = known.artifacts + excluded.artifacts,
    completed = known.completed + excluded.completed, failed = known.failed + excluded.failed`;

interface Hour {
  readonly hour: Date;
  readonly memories: number;
  readonly artifacts: number;
  readonly completed: number;
  readonly failed: number;
}

/** The counts of what was learned by hour, which figures over time are made of, with what is stored. */
export const learnedHoursCheck = (database: Database): Check =>
  scopeCheck({
    name: 'learned-hours',
    compares: 'The counts of each hour with its learn jobs, and with the new memories and artifacts that are there',
    advice: '--repair counts them again.',
    scopes: scopesOf(database),
    findIn: async ({ tenantId, environment }) => {
      const hours = await readAll<Hour>(database, `${HOURS} order by hour`, [tenantId, environment]);
      return hours.map(({ hour, ...missing }) => ({
        id: hour.toISOString(),
        message: `not counted are ${inWords(missing)}`,
      }));
    },
    repairIn: (scope, hours) =>
      database.inTenant(
        scope,
        async (tx) => {
          await tx.execute(ADD_MISSING, [scope.tenantId, scope.environment, hours]);
        },
        { retry: true, statementTimeoutMs: 600_000 },
      ),
  });

/** Such as `2 memories and -1 failed jobs`. */
const inWords = ({ memories, artifacts, completed, failed }: Omit<Hour, 'hour'>): string =>
  Object.entries({ memories, artifacts, 'completed jobs': completed, 'failed jobs': failed })
    .filter(([, missing]) => missing !== 0)
    .map(([what, missing]) => `${String(missing)} ${what}`)
    .join(' and ');
