import type { LearnJob } from '@strata/contracts/calls/learn';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { startLearning as startLearningOperation } from '@strata/contracts/operations/learn';
import type { RequestContext } from '@strata/kernel/actor';
import { newLearnJobId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';
import type { ClientContext } from '../routing/route-operation.ts';
import { createAwaitLearnJob, type AwaitLearnJobParts } from './await-learn-job.ts';

/** Sends a learn job after all events captured before it. Resolves when the job can no longer be lost. */
export type QueueLearning = (job: LearnJob, context: RequestContext) => Promise<void>;

export interface StartLearningParts extends AwaitLearnJobParts {
  readonly queueLearning: QueueLearning;
  readonly clock: Clock;
}

/** Queues a learn job, and waits for its end if the request says so. Errors: `unavailable`. */
export function startLearningHandler({ queueLearning, clock, ...waiting }: StartLearningParts) {
  const awaitLearnJob = createAwaitLearnJob(waiting);
  return async function startLearning(
    { body: { wait, ...request } }: RequestTo<typeof startLearningOperation>,
    context: ClientContext,
  ): Promise<ResponseTo<typeof startLearningOperation>> {
    const jobId = newLearnJobId(context.scope);
    await queueLearning({ jobId, request, requestedAt: clock.now().toISOString() }, context);
    return { jobId, status: wait ? await awaitLearnJob(jobId, context) : 'queued' };
  };
}
