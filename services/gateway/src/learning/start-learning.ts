import type { LearnJob } from '@strata/contracts/calls/learn';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { RequestContext } from '@strata/kernel/actor';
import { newLearnJobId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';

/** Hands a learn job on, behind all that was captured before it; resolves when it cannot be lost any more. */
export type QueueLearning = (job: LearnJob, context: RequestContext) => Promise<void>;

/** Queues a learn job. Errors: `unavailable`. */
export const createStartLearning =
  ({ queueLearning, clock }: { queueLearning: QueueLearning; clock: Clock }) =>
  async (request: LearnRequest, context: RequestContext): Promise<{ jobId: string; status: 'queued' }> => {
    const jobId = newLearnJobId(context.scope);
    await queueLearning({ jobId, request, requestedAt: clock.now().toISOString() }, context);
    return { jobId, status: 'queued' };
  };
