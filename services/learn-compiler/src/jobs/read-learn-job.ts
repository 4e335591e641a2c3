import type { readLearnJob as readLearnJobCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall } from '@strata/contracts/message';
import type { Job } from '@strata/contracts/schemas/job';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { JobStore } from './job-store.ts';

/** One learn job. Errors: `not_found` while it is not stored; `unavailable`. */
export function readLearnJobHandler({ jobs }: { readonly jobs: Pick<JobStore, 'get'> }) {
  return async function readLearnJob(
    { jobId }: RequestOfCall<typeof readLearnJobCall>,
    { scope }: RequestContext,
  ): Promise<Job> {
    const job = await jobs.get(scope, jobId);
    if (!job) throw notFound('The job');
    return job;
  };
}
