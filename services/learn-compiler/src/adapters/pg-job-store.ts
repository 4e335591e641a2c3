import type { LearnJob } from '@strata/contracts/calls/learn';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import type { Actor, RequestContext } from '@strata/kernel/actor';
import type { Environment } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import { sqlState } from '@strata/platform/database/database-errors';
import { readPage } from '@strata/platform/database/read-page';
import type { JobFigures, JobsOfDay, JobStore, TakenJob } from '../jobs/job-store.ts';
import { outgoingTraceparent } from '@strata/platform/tracing/trace-context';
import {
  ADD_AUTOMATIC,
  COUNT_ON,
  DOES_THE_SAME,
  FIGURES,
  HELD,
  JOB_COLUMNS,
  LISTED,
  OTHERS_WAIT,
  OWN,
  TAKE,
} from './job-statements.ts';
import { SCHEDULER_ROLE } from './learn-schema.ts';
import { addErasure, endErasure } from './erasure-rows.ts';
import { countLearned, type Learned } from './pg-learned-hours.ts';

const UNIQUE_VIOLATION = '23505';

interface TakenRow {
  id: string;
  tenant_id: string;
  environment: Environment;
  request: LearnRequest;
  request_id: string;
  traceparent: string | null;
  cause: TakenJob['cause'];
  creator: Actor | null;
  attempts: number;
}

/** A row of `jobs`. */
export interface JobRow {
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
  const end = (
    job: TakenJob,
    worker: string,
    { set, values, counts }: { set: string; values: readonly unknown[]; counts: Learned },
  ): Promise<void> =>
    database.inTenant(job.scope, async (tx) => {
      const held = [job.scope.tenantId, job.scope.environment, job.id, worker];
      const ended = await tx.execute(`update jobs set ${set} where ${HELD}`, [...held, ...values]);
      if (ended > 0 && job.cause === 'erasure') await endErasure(tx, job.scope, job.id);
      if (ended > 0 && ['request', 'automatic'].includes(job.cause)) await countLearned(tx, job.scope, counts);
    });

  return {
    add: (job, context) =>
      database.inTenant(context.scope, async (tx) => {
        const added = await tx.execute(
          `insert into jobs (tenant_id, environment, id, request, request_id, requested_at, creator, traceparent, cause)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
          [...columnsOf(job, context), causeOf(job)],
        );
        if (job.erasure !== undefined) await addErasure(tx, context.scope, job.jobId, job.erasure);
        else if (added === 1 && Object.keys(job.request).length === 0)
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
        const added = await tx.execute(
          `insert into jobs (tenant_id, environment, id, request, request_id, creator, requested_at, status, stage, error,
                             finished_at)
           values ($1, $2, $3, '{}', $4, $5, now(), 'failed', 'failed', $6, now()) on conflict do nothing`,
          [...[scope.tenantId, scope.environment, jobId, requestId], ...[creatorOf(actor), JSON.stringify(failure)]],
        );
        if (added > 0 && typeOf(jobId) === 'learn') await countLearned(tx, scope, { failed: 1 });
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
          `select 1 from jobs where ${OWN} and status = 'queued' and cause in ('request', 'erasure', 'export') and not_before <= now() limit 1`,
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
      const hadNothingToDo = job.cause === 'automatic' && processed === 0;
      const values = [processed, JSON.stringify(result)];
      await end(job, worker, { set, values, counts: { completed: hadNothingToDo ? 0 : 1 } });
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
      await end(job, worker, { set, values: [JSON.stringify(error)], counts: { failed: 1 } });
    },

    get: (scope, id) =>
      database.inTenant(scope, async (tx) => {
        const [row] = await tx.query<JobRow>(
          'select * from jobs where tenant_id = $1 and environment = $2 and id = $3',
          [scope.tenantId, scope.environment, id],
        );
        return row && { job: toJob(row), creator: row.creator };
      }),

    list: ({ tenantId, environment }, { by, status }, page) =>
      database.inTenant({ tenantId, environment }, async (tx) => {
        const values = [tenantId, environment, by?.actorId ?? null, by?.actorType ?? null, status ?? null];
        const query = { columns: JOB_COLUMNS, from: LISTED, values, seq: 'jobs.seq' };
        const { items, ...rest } = await readPage<JobRow>(tx, query, { ...page, newestFirst: true });
        return { ...rest, items: items.map(toJob) };
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

const causeOf = ({ erasure, isExport }: LearnJob): TakenJob['cause'] =>
  erasure === undefined ? (isExport === true ? 'export' : 'request') : 'erasure';

/** Null for a job that the service itself requested: only tenant admins see it. */
const creatorOf = (actor: Actor): string | null => (actor.type === 'system' ? null : JSON.stringify(actor));

const columnsOf = (
  { jobId, request, requestedAt }: LearnJob,
  { scope, actor, requestId, traceparent }: RequestContext,
): readonly unknown[] => [
  ...[scope.tenantId, scope.environment, jobId, JSON.stringify(request), requestId, requestedAt],
  creatorOf(actor),
  outgoingTraceparent(traceparent) ?? null,
];

const toTaken = (row: TakenRow): TakenJob => ({
  id: row.id,
  scope: { tenantId: row.tenant_id, environment: row.environment },
  request: row.request,
  requestId: row.request_id,
  traceparent: row.traceparent ?? undefined,
  cause: row.cause,
  creator: row.creator,
  attempt: row.attempts,
});

const TYPES: Readonly<Record<string, Job['type']>> = { ers_: 'erasure', xpt_: 'export' };

/** By the prefix of its id: the cause is not known of a job that failed before it was queued. */
const typeOf = (jobId: string): Job['type'] => TYPES[jobId.slice(0, 'xxx_'.length)] ?? 'learn';

export const toJob = (row: JobRow): Job => ({
  id: row.id,
  type: typeOf(row.id),
  status: row.status,
  progress: { stage: row.stage, processed: row.processed, total: row.total },
  result: row.result,
  error: row.error,
  createdAt: row.requested_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
});
