import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TakenJob } from '../jobs/job-store.ts';

/** Uncompiled events, leased to a job page by page. Errors: `unavailable` when the event store does not reply. */
export interface EventSource {
  /** The number of uncompiled events that the job's creator may read. */
  count(job: TakenJob): Promise<number>;
  /**
   * The next events, in order of arrival; with `afterSeq` only those that arrived after it.
   * Errors: `conflict` while another job holds the events; `unavailable`.
   */
  claim(job: TakenJob, limit: number, afterSeq?: number): Promise<ClaimedEvent[]>;
  complete(job: TakenJob, eventIds: readonly string[]): Promise<void>;
  /** Gives up the lease. `isDone`: the job has compiled what it was queued for. */
  release(job: TakenJob, isDone: boolean): Promise<void>;
}
