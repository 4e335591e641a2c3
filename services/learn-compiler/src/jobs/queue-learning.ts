import type { LearnJob } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { JobStore } from './job-store.ts';

interface QueuedJob {
  readonly payload: LearnJob;
  readonly context: RequestContext;
}

export interface QueueLearningParts {
  readonly jobs: Pick<JobStore, 'add'>;
  /** Makes the job runner look for jobs now. */
  readonly wakeRunner: () => void;
}

/** Stores learn jobs, each once however often it is delivered. Errors: `unavailable`. */
export function queueLearningHandler({ jobs, wakeRunner }: QueueLearningParts) {
  return async function queueLearning(deliveries: readonly QueuedJob[]): Promise<void> {
    for (const { payload, context } of deliveries) await jobs.add(payload, context);
    wakeRunner();
  };
}
