import type { LearnJob } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** When the events of a session are compiled without a request. */
export interface AutomaticTimes {
  /** A session without a new event for so long is due. */
  readonly silenceSeconds: number;
  /** A session with so many uncompiled events is due. */
  readonly events: number;
}

/** Sessions of all tenants that wait for a learn job, and the events that are to be compiled in them. */
export interface WaitingSessions {
  readonly sessions: WaitingCounts;
  readonly events: WaitingCounts;
}

/** Due, or with a job that is queued or running. */
export interface WaitingCounts {
  readonly due: number;
  readonly queued: number;
}

/** Sessions with uncompiled events. Errors of every method: `unavailable`. */
export interface OpenSessions {
  /** Tenant scopes with due sessions, the one that waits longest first; not all, if there are many. */
  dueScopes(): Promise<readonly TenantScope[]>;
  /**
   * Queues a learn job for the due sessions of a tenant scope, in one transaction with a mark on these sessions. Sessions
   * of a tenant that has turned automatic learning off are put aside instead. Returns how many sessions were due; 0 if another
   * process was faster, or is queueing a job for this scope now.
   */
  queueLearning(job: LearnJob, context: RequestContext): Promise<number>;
  waiting(): Promise<WaitingSessions>;
}
