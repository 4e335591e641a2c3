import type { LearnCause, LearnFailure, LearnJob, readJobFigures } from '@strata/contracts/calls/learn';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import type { Actor, RequestContext, Writer } from '@strata/kernel/actor';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** A job that a worker holds. `attempt` is 1 the first time. */
export interface TakenJob {
  readonly id: string;
  readonly scope: TenantScope;
  readonly request: LearnRequest;
  readonly requestId: string;
  /** The trace of the request; undefined without one. */
  readonly traceparent: string | undefined;
  /** `retraction`: the service itself, after a deletion. With `erasure` and `export` it is no learn job, but one of these. */
  readonly cause: LearnCause | 'retraction' | 'erasure' | 'export';
  /** Who requested it; null: the service itself, or not known. */
  readonly creator: Actor | null;
  readonly attempt: number;
}

export interface StoredJob {
  readonly job: Job;
  readonly creator: Actor | null;
}

export type JobProgress = Job['progress'];

/** The result of a completed job. `processed` counts the events that its creator may read. */
export interface JobOutcome {
  readonly processed: number;
  readonly result: Record<string, unknown>;
}

/** Whether a worker still holds its job; `wanted` if a requested job of the same tenant scope waits for an automatic one. */
export type Hold = 'held' | 'wanted' | 'lost';

/** Jobs of one day. */
export interface JobsOfDay {
  readonly requested: number;
  readonly automatic: number;
}

/** Which jobs are listed. `by`: who requested them; null for all. */
export interface ListedJobs {
  readonly by: Pick<Writer, 'actorId' | 'actorType'> | null;
  readonly status: Job['status'] | undefined;
}

/** Counts of jobs over all tenants. */
export type JobFigures = ResponseOfCall<typeof readJobFigures>;

/**
 * Learn jobs. A worker holds a job by a lease that it renews; another worker takes the job over when the lease expires. At
 * most one job of a tenant scope is active.
 */
export interface JobStore {
  /**
   * Queues a requested job, an erasure or an export. A job that is stored already does not change. A job for everything
   * replaces the queued automatic job of its tenant scope.
   */
  add(job: LearnJob, context: RequestContext): Promise<void>;
  /**
   * Queues an automatic job, to be taken after `delaySeconds` and no sooner after the last one than that one took, up to a
   * minute. Does nothing if an automatic job, or a requested one for everything, is queued in the tenant scope.
   */
  addAutomatic(job: LearnJob, delaySeconds: number, context: RequestContext): Promise<void>;
  /** Stores a job that can never run. A job that is stored already does not change. */
  addFailed(jobId: string, failure: LearnFailure, context: RequestContext): Promise<void>;
  /**
   * Takes the next due job for `worker`; undefined without one. The one that waits longest, but requested jobs overtake the
   * automatic ones of the last half minute.
   */
  take(worker: string, leaseSeconds: number): Promise<TakenJob | undefined>;
  /** Renews the lease and stores progress. */
  renew(job: TakenJob, worker: string, leaseSeconds: number, progress: JobProgress): Promise<Hold>;
  /** Whether a job of another tenant scope is due. */
  othersWait(scope: TenantScope): Promise<boolean>;
  complete(job: TakenJob, worker: string, outcome: JobOutcome): Promise<void>;
  /** Queues the job again, to be taken after `delaySeconds`. An automatic job ends instead if a queued job does its work. */
  putBack(job: TakenJob, worker: string, delaySeconds: number): Promise<void>;
  fail(job: TakenJob, worker: string, error: { readonly code: string; readonly message: string }): Promise<void>;
  /** Whether the caller may see it is not checked. */
  get(scope: TenantScope, id: string): Promise<StoredJob | undefined>;
  /** One page of jobs, newest first, without automatic ones that had nothing to do. */
  list(
    scope: TenantScope,
    listed: ListedJobs,
    page: { readonly limit: number; readonly after: PageBefore | undefined },
  ): Promise<Page<Job>>;
  figures(): Promise<JobFigures>;
  /** Jobs of the day `YYYY-MM-DD` (UTC), without automatic ones that had nothing to do. */
  countOn(scope: TenantScope, day: string): Promise<JobsOfDay>;
}
