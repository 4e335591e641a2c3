import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { statementCheck } from '@strata/platform/reconcile/statement-check';
import { DOES_THE_SAME, OWN } from '../job-statements.ts';
import { readAll } from './reconciler.ts';

/** A worker takes a job over within a second of the end of its lease. */
const GRACE_SECONDS = 60;

/**
 * A job without a lease is never taken over, and keeps its tenant scope from compiling; while the services run, neither is one
 * that nobody takes. No job is put back for a day.
 */
const stuck = (isRunning: boolean): string => `(
  status = 'active' and (leased_until is null
    ${isRunning ? `or leased_until < now() - interval '${String(GRACE_SECONDS)} seconds'` : ''})
  or status = 'queued' and not_before > now() + interval '1 day')`;

const find = (isRunning: boolean): string => `
  select tenant_id as "tenantId", environment, id,
         case status when 'queued' then 'it is queued, and not to be started for a day'
           else case when leased_until is null then 'it is active without a lease' else 'it is active, and its lease has expired' end end
           as message
  from jobs where status in ('queued', 'active') and ${stuck(isRunning)} and ($1::text is null or tenant_id = $1)
    and ($2::text[] is null or id = any($2))
  order by requested_at limit 20000`;

/** An automatic job whose work a queued one does. */
const DELETE_REPLACED = `
  delete from jobs where ${OWN} and id = any($3) and status = 'active' and cause = 'automatic'
    and exists (select 1 from jobs where ${OWN} and ${DOES_THE_SAME})`;

const putBack = (isRunning: boolean): string => `
  update jobs set status = 'queued', worker = null, leased_until = null, not_before = now()
  where ${OWN} and id = any($3) and status in ('queued', 'active') and ${stuck(isRunning)}`;

/** The jobs that are queued or active with their leases. */
export const stuckJobsCheck = (database: Database, isRunning: boolean): Check =>
  statementCheck({
    name: 'jobs',
    compares: 'Each job that is active with its lease, and each that is queued with the time of its start',
    advice: '--repair puts it back into the queue.',
    find: (...of) => readAll(database, find(isRunning), of),
    repairIn: (scope, ids) =>
      database.inTenant(scope, async (tx) => {
        const values = [scope.tenantId, scope.environment, ids];
        await tx.execute(DELETE_REPLACED, values);
        await tx.execute(putBack(isRunning), values);
      }),
  });
