import type { LearnFailure, QueueLearningCommand } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { JobStore } from './job-store.ts';

interface QueuedJob {
  readonly payload: QueueLearningCommand;
  readonly context: RequestContext;
}

export interface QueueLearningParts {
  readonly jobs: Pick<JobStore, 'add' | 'addAutomatic' | 'addFailed'>;
  /** Makes the job runner look for jobs now. */
  readonly wakeRunner: () => void;
  /** What the sender may see of an error. */
  readonly reasonOf: (error: unknown) => LearnFailure;
}

/** Stores learn jobs, each once however often it is delivered. Errors: `unavailable`. */
export function queueLearningHandler({ jobs, wakeRunner }: QueueLearningParts) {
  return async function queueLearning(deliveries: readonly QueuedJob[]): Promise<void> {
    for (const { payload, context } of deliveries) {
      const { jobId, failure, cause, delaySeconds } = payload;
      if (failure !== null) await jobs.addFailed(jobId, failure, context);
      else if (cause === 'automatic') await jobs.addAutomatic(payload, delaySeconds, context);
      else await jobs.add(payload, context);
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
