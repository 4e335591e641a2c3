import type { LearnJob } from '@strata/contracts/calls/learn';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { startLearning as startLearningOperation } from '@strata/contracts/operations/learn';
import type { RequestContext } from '@strata/kernel/actor';
import { newLearnJobId } from '@strata/kernel/capture-ids';
import type { Clock } from '@strata/kernel/clock';
import { AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import { isAgentIdentityId } from '@strata/policy/principal';
import { refusalOfNamedAgent } from '../acting/refuse-named-agent.ts';
import type { ClientContext } from '../routing/route-operation.ts';
import { createAwaitLearnJob, type AwaitLearnJobParts } from './await-learn-job.ts';

/** Sends a learn job after all events captured before it. Resolves when the job can no longer be lost. */
export type QueueLearning = (job: LearnJob, context: RequestContext) => Promise<void>;

export interface StartLearningParts extends AwaitLearnJobParts {
  readonly queueLearning: QueueLearning;
  /** The policy engine of a tenant. Errors: `unavailable`. */
  readonly engineOf: (scope: TenantScope) => Promise<PolicyEngine>;
  readonly clock: Clock;
}

/**
 * Queues a learn job, and waits for its end if the request says so.
 * Errors: `forbidden` for an agent identity that the caller may not act as; `unavailable`.
 */
export function startLearningHandler({ queueLearning, engineOf, clock, ...waiting }: StartLearningParts) {
  const awaitLearnJob = createAwaitLearnJob(waiting);
  return async function startLearning(
    { body: { wait, ...request } }: RequestTo<typeof startLearningOperation>,
    context: ClientContext,
  ): Promise<ResponseTo<typeof startLearningOperation>> {
    if (request.agentId !== undefined && isAgentIdentityId(request.agentId)) {
      const refusal = refusalOfNamedAgent(await engineOf(context.scope), context.actor, request.agentId);
      if (refusal !== undefined) throw forbiddenAgent(refusal);
    }
    const jobId = newLearnJobId(context.scope);
    await queueLearning({ jobId, request, requestedAt: clock.now().toISOString() }, context);
    return { jobId, status: wait ? await awaitLearnJob(jobId, context) : 'queued' };
  };
}

const forbiddenAgent = (refusal: string): AppError =>
  new AppError('forbidden', `agentId: ${refusal}`, { details: [{ field: 'agentId', message: refusal }] });
