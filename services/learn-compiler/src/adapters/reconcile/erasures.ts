import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { endErasure } from '../erasure-rows.ts';
import { readAll, scopesOf } from './reconciler.ts';

const KEPT = 'the erasure has ended, and the id of its subject is still stored';

const FIND = `
  select coalesce(erased.job_id, job.id) as id,
    case when job.id is null then 'the erasure has no job'
         when job.status in ('completed', 'failed') then '${KEPT}'
         else 'the job of the erasure has no subject' end as message
  from (select job_id, subject from erasures where tenant_id = $1 and environment = $2) as erased
  full join (select id, status from jobs where tenant_id = $1 and environment = $2 and cause = 'erasure') as job on job.id = erased.job_id
  where job.id is null
     or job.status in ('completed', 'failed') and erased.subject is not null
     or job.status in ('queued', 'active') and erased.subject is null
  order by 1 limit 1000`;

/** The erasures with their jobs. */
export const erasuresCheck = (database: Database): Check =>
  scopeCheck({
    name: 'erasures',
    compares: 'Each erasure with its job; one that has ended knows no subject any more',
    advice: 'Request the erasure again; --repair forgets the subjects of those that have ended.',
    scopes: scopesOf(database),
    findIn: ({ tenantId, environment }) => readAll(database, FIND, [tenantId, environment]),
    repairIn: (scope, ids) =>
      database.inTenant(scope, async (tx) => {
        const ended = await tx.query<{ id: string }>(
          `select id from jobs where tenant_id = $1 and environment = $2 and id = any($3) and cause = 'erasure'
             and status in ('completed', 'failed')`,
          [scope.tenantId, scope.environment, ids],
        );
        for (const { id } of ended) await endErasure(tx, scope, id);
      }),
  });
