import type { LearnFailure, QueueLearningCommand } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { JobStore } from './job-store.ts';

interface QueuedJob {
  readonly payload: QueueLearningCommand;
  readonly context: RequestContext;
}

export interface QueueLearningParts {
  readonly jobs: Pick<JobStore, 'add' | 'addFailed'>;
  /** Makes the job runner look for jobs now. */
  readonly wakeRunner: () => void;
  /** What the sender may see of an error. */
  readonly reasonOf: (error: unknown) => LearnFailure;
}

/** Stores learn jobs, each once however often it is delivered. Errors: `unavailable`. */
export function queueLearningHandler({ jobs, wakeRunner }: QueueLearningParts) {
  return async function queueLearning(deliveries: readonly QueuedJob[]): Promise<void> {
    for (const { payload, context } of deliveries) {
      if (payload.failure === null) await jobs.add(payload, context);
      else await jobs.addFailed(payload.jobId, payload.failure, context);
    }
    wakeRunner();
  };
}

/** Stores a job whose command is dead-lettered as failed, so that it is not `queued` for ever. Errors: `unavailable`. */
export function recordDeadLetterHandler({ jobs, reasonOf }: QueueLearningParts) {
  return function recordDeadLetter({ payload, context }: QueuedJob, error: unknown): Promise<void> {
    return jobs.addFailed(payload.jobId, reasonOf(error), context);
  };
}
