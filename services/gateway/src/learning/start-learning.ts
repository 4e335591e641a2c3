import type { LearnJob } from '@strata/contracts/calls/learn';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { startLearning as startLearningOperation } from '@strata/contracts/operations/learn';
import type { RequestContext } from '@strata/kernel/actor';
import { newLearnJobId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';

/** Sends a learn job after all events captured before it. Resolves when the job can no longer be lost. */
export type QueueLearning = (job: LearnJob, context: RequestContext) => Promise<void>;

export interface StartLearningParts {
  readonly queueLearning: QueueLearning;
  readonly clock: Clock;
}

/** Queues a learn job. Errors: `unavailable`. */
export const startLearningHandler = ({ queueLearning, clock }: StartLearningParts) =>
  async function startLearning(
    { body }: RequestTo<typeof startLearningOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof startLearningOperation>> {
    const jobId = newLearnJobId(context.scope);
    await queueLearning({ jobId, request: body, requestedAt: clock.now().toISOString() }, context);
    return { jobId, status: 'queued' };
  };
