import type { LearnJob } from '@strata/contracts/calls/learn';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import type { Actor, RequestContext } from '@strata/kernel/actor';
import type { Environment } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import { sqlState } from '@strata/platform/database/database-errors';
import type { JobFigures, JobsOfDay, JobStore, TakenJob } from '../jobs/job-store.ts';
import { SCHEDULER_ROLE } from './learn-schema.ts';

const UNIQUE_VIOLATION = '23505';

const TAKE = `
  update jobs set status = 'active', worker = $1, leased_until = now() + make_interval(secs => $2),
                  attempts = attempts + 1, started_at = coalesce(started_at, now())
  where (tenant_id, environment, id) = (
    select tenant_id, environment, id from jobs as open
    where (status = 'active' and leased_until < now())
       or (status = 'queued' and not_before <= now() and not exists (
            select 1 from jobs as other where other.tenant_id = open.tenant_id
              and other.environment = open.environment and other.status = 'active'))
    order by case when cause = 'automatic' then greatest(requested_at, not_before) + interval '30 seconds'
                  else requested_at end, id
    limit 1 for update skip locked)
  returning id, tenant_id, environment, request, request_id, cause, creator, attempts`;

const FIGURES = `
  select waiting, active, failed, "oldestSeconds" from
    (select count(*) filter (where status = 'queued')::integer as waiting,
            count(*) filter (where status = 'active')::integer as active,
            coalesce(greatest(0, extract(epoch from now() - min(requested_at) filter (where status = 'queued'))), 0)::float8
              as "oldestSeconds"
       from jobs where status in ('queued', 'active')) as open,
    (select count(*)::integer as failed
       from jobs where status = 'failed' and finished_at > now() - interval '1 day') as over`;

const OWN = 'tenant_id = $1 and environment = $2';
/** A queued job that compiles what an automatic job would. */
const DOES_THE_SAME = `
  status = 'queued' and (cause = 'automatic' or (cause = 'request' and request::text = '{}'))`;

const ADD_AUTOMATIC = `
  insert into jobs (tenant_id, environment, id, request, request_id, requested_at, creator, cause, not_before)
  select $1, $2, $3, $4, $5, $6, $7, 'automatic', greatest(now() + make_interval(secs => $8), (
    select finished_at + least(finished_at - started_at, interval '1 minute') from jobs
    where ${OWN} and cause = 'automatic' and finished_at is not null order by finished_at desc limit 1))
  where not exists (select 1 from jobs where ${OWN} and ${DOES_THE_SAME})
  on conflict do nothing`;

const OTHERS_WAIT = `
  select exists (
    select 1 from jobs where status = 'queued' and not_before <= now() and (tenant_id, environment) <> ($1, $2)) as wait`;

const COUNT_ON = `
  select count(*) filter (where cause = 'request')::integer as requested,
         count(*) filter (where cause = 'automatic')::integer as automatic
  from jobs
  where ${OWN} and requested_at >= ($3 || 'T00:00:00Z')::timestamptz
    and requested_at < ($3 || 'T00:00:00Z')::timestamptz + interval '1 day'`;

const HELD = "tenant_id = $1 and environment = $2 and id = $3 and worker = $4 and status = 'active'";

interface TakenRow {
  id: string;
  tenant_id: string;
  environment: Environment;
  request: LearnRequest;
  request_id: string;
  cause: TakenJob['cause'];
  creator: Actor | null;
  attempts: number;
}

interface JobRow {
  id: string;
  status: Job['status'];
  stage: string;
  processed: number;
  total: number | null;
  result: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
  creator: Actor | null;
  requested_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/** Learn jobs in PostgreSQL. Leases use the clock of the database, so workers whose clocks differ agree on them. */
export function createPgJobStore(database: Database): JobStore {
  const change = (job: TakenJob, worker: string, set: string, values: readonly unknown[]): Promise<number> =>
    database.inTenant(job.scope, (tx) =>
      tx.execute(`update jobs set ${set} where ${HELD}`, [
        job.scope.tenantId,
        job.scope.environment,
        job.id,
        worker,
        ...values,
      ]),
    );

  return {
    add: (job, context) =>
      database.inTenant(context.scope, async (tx) => {
        const added = await tx.execute(
          `insert into jobs (tenant_id, environment, id, request, request_id, requested_at, creator)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
          columnsOf(job, context),
        );
        if (added === 1 && Object.keys(job.request).length === 0)
          await tx.execute(`delete from jobs where ${OWN} and status = 'queued' and cause = 'automatic'`, [
            context.scope.tenantId,
            context.scope.environment,
          ]);
      }),

    addAutomatic: (job, delaySeconds, context) =>
      database.inTenant(context.scope, async (tx) => {
        await tx.execute(ADD_AUTOMATIC, [...columnsOf(job, context), delaySeconds]);
      }),

    addFailed: (jobId, failure, { scope, actor, requestId }) =>
      database.inTenant(scope, async (tx) => {
        await tx.execute(
          `insert into jobs (tenant_id, environment, id, request, request_id, creator, requested_at, status, stage, error,
                             finished_at)
           values ($1, $2, $3, '{}', $4, $5, now(), 'failed', 'failed', $6, now()) on conflict do nothing`,
          [...[scope.tenantId, scope.environment, jobId, requestId], ...[creatorOf(actor), JSON.stringify(failure)]],
        );
      }),

    take: async (worker, leaseSeconds) => {
      try {
        return await database.asRole(SCHEDULER_ROLE, async (tx) => {
          const [row] = await tx.query<TakenRow>(TAKE, [worker, leaseSeconds]);
          return row && toTaken(row);
        });
      } catch (error) {
        // Another worker took a job of the same tenant scope at the same moment.
        if (sqlState(error) === UNIQUE_VIOLATION) return undefined;
        throw error;
      }
    },

    renew: (job, worker, leaseSeconds, { stage, processed, total }) =>
      database.inTenant(job.scope, async (tx) => {
        const own = [job.scope.tenantId, job.scope.environment];
        const held = await tx.execute(
          `update jobs set leased_until = now() + make_interval(secs => $5), stage = $6, processed = $7, total = $8
           where ${HELD}`,
          [...own, job.id, worker, leaseSeconds, stage, processed, total],
        );
        if (held === 0) return 'lost';
        if (job.cause !== 'automatic') return 'held';
        const requested = await tx.query(
          `select 1 from jobs where ${OWN} and status = 'queued' and cause = 'request' and not_before <= now() limit 1`,
          own,
        );
        return requested.length > 0 ? 'wanted' : 'held';
      }),

    othersWait: ({ tenantId, environment }) =>
      database.asRole(SCHEDULER_ROLE, async (tx) => {
        const [row] = await tx.query<{ wait: boolean }>(OTHERS_WAIT, [tenantId, environment]);
        return row?.wait ?? false;
      }),

    complete: async (job, worker, { processed, result }) => {
      const set =
        "status = 'completed', stage = 'completed', processed = $5, total = $5, result = $6, finished_at = now(), leased_until = null";
      await change(job, worker, set, [processed, JSON.stringify(result)]);
    },

    putBack: (job, worker, delaySeconds) =>
      database.inTenant(job.scope, async (tx) => {
        const held = [job.scope.tenantId, job.scope.environment, job.id, worker];
        if (job.cause === 'automatic') {
          const replaced = await tx.execute(
            `delete from jobs where ${HELD} and exists (select 1 from jobs where ${OWN} and ${DOES_THE_SAME})`,
            held,
          );
          if (replaced > 0) return;
        }
        await tx.execute(
          `update jobs set status = 'queued', worker = null, leased_until = null,
                           not_before = now() + make_interval(secs => $5)
           where ${HELD}`,
          [...held, delaySeconds],
        );
      }),

    fail: async (job, worker, error) => {
      const set = "status = 'failed', error = $5, finished_at = now(), leased_until = null";
      await change(job, worker, set, [JSON.stringify(error)]);
    },

    get: (scope, id) =>
      database.inTenant(scope, async (tx) => {
        const [row] = await tx.query<JobRow>(
          'select * from jobs where tenant_id = $1 and environment = $2 and id = $3',
          [scope.tenantId, scope.environment, id],
        );
        return row && { job: toJob(row), creator: row.creator };
      }),

    figures: () =>
      database.asRole(SCHEDULER_ROLE, async (tx) => {
        const [row] = await tx.query<JobFigures>(FIGURES);
        return row ?? { waiting: 0, active: 0, failed: 0, oldestSeconds: 0 };
      }),

    countOn: (scope, day) =>
      database.inTenant(scope, async (tx) => {
        const [row] = await tx.query<JobsOfDay>(COUNT_ON, [scope.tenantId, scope.environment, day]);
        return row ?? { requested: 0, automatic: 0 };
      }),
  };
}

/** Null for a job that the service itself requested: only tenant admins see it. */
const creatorOf = (actor: Actor): string | null => (actor.type === 'system' ? null : JSON.stringify(actor));

const columnsOf = (
  { jobId, request, requestedAt }: LearnJob,
  { scope, actor, requestId }: RequestContext,
): readonly unknown[] => [
  ...[scope.tenantId, scope.environment, jobId, JSON.stringify(request), requestId, requestedAt],
  creatorOf(actor),
];

const toTaken = (row: TakenRow): TakenJob => ({
  id: row.id,
  scope: { tenantId: row.tenant_id, environment: row.environment },
  request: row.request,
  requestId: row.request_id,
  cause: row.cause,
  creator: row.creator,
  attempt: row.attempts,
});

const toJob = (row: JobRow): Job => ({
  id: row.id,
  type: 'learn',
  status: row.status,
  progress: { stage: row.stage, processed: row.processed, total: row.total },
  result: row.result,
  error: row.error,
  createdAt: row.requested_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
});
