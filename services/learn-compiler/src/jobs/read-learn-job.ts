import type { readLearnJob as readLearnJobCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall } from '@strata/contracts/message';
import type { Job } from '@strata/contracts/schemas/job';
import { isBy, writerOf, type RequestContext } from '@strata/kernel/actor';
import { AppError, notFound } from '@strata/kernel/errors';
import type { JobStore } from './job-store.ts';

/**
 * One learn job, for its creator and for tenant admins.
 * Errors: `not_found` while it is not stored; `forbidden` for other callers; `unavailable`.
 */
export function readLearnJobHandler({ jobs }: { readonly jobs: Pick<JobStore, 'get'> }) {
  return async function readLearnJob(
    { jobId }: RequestOfCall<typeof readLearnJobCall>,
    { scope, actor }: RequestContext,
  ): Promise<Job> {
    const stored = await jobs.get(scope, jobId);
    if (!stored) throw notFound('The job');
    const { job, creator } = stored;
    const isCreator = isBy(creator && writerOf(creator), actor);
    if (!isCreator && actor.isTenantAdmin !== true && actor.type !== 'system')
      throw new AppError('forbidden', 'The job was requested by someone else');
    return job;
  };
}
