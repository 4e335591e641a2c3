import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** A job in the hands of a worker. `attempt` is 1 the first time. */
export interface TakenJob {
  readonly id: string;
  readonly scope: TenantScope;
  readonly request: LearnRequest;
  readonly requestId: string;
  readonly attempt: number;
}

export interface JobProgress {
  readonly stage: string;
  readonly processed: number;
  readonly total: number | null;
}

/** What a job that ended well says: how many events it read, and what came of them. */
export interface JobOutcome {
  readonly processed: number;
  readonly result: Record<string, unknown>;
}

export interface JobFigures {
  readonly waiting: number;
  readonly active: number;
  /** In the last day. */
  readonly failed: number;
  /** How long the oldest waiting job has waited. */
  readonly oldestSeconds: number;
}

/**
 * Learn jobs. A worker holds a job by a lease that it renews; a job whose worker died is taken by the next. Of one
 * partition at most one job is active.
 */
export interface JobStore {
  /** Queues a job; one that is there already stays as it is. */
  add(
    scope: TenantScope,
    job: {
      readonly id: string;
      readonly request: LearnRequest;
      readonly requestId: string;
      readonly requestedAt: string;
    },
  ): Promise<void>;
  /** Takes the next due job for `worker`, or undefined when there is none. */
  take(worker: string, leaseSeconds: number): Promise<TakenJob | undefined>;
  /** Renews the lease and stores progress. @returns false when the job is no longer this worker's. */
  renew(job: TakenJob, worker: string, leaseSeconds: number, progress: JobProgress): Promise<boolean>;
  complete(job: TakenJob, worker: string, outcome: JobOutcome): Promise<void>;
  /** Gives the job back, to be taken again after `delaySeconds`. */
  putBack(job: TakenJob, worker: string, delaySeconds: number): Promise<void>;
  fail(job: TakenJob, worker: string, error: { readonly code: string; readonly message: string }): Promise<void>;
  get(scope: TenantScope, id: string): Promise<Job | undefined>;
  /** Jobs over all tenants. */
  figures(): Promise<JobFigures>;
  /** Jobs asked for on the day `YYYY-MM-DD` (UTC). */
  countOn(scope: TenantScope, day: string): Promise<number>;
}
