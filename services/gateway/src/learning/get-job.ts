import type { Operation, RequestTo } from '@strata/contracts/operation';
import { getErasure as getErasureOperation } from '@strata/contracts/operations/erasures';
import { getJob as getJobOperation } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import type { RequestContext } from '@strata/kernel/actor';
import { wasIssued } from '@strata/kernel/capture-ids';
import { AppError, notFound } from '@strata/kernel/errors';
import type { RecordDenial } from '@strata/policy/record-denial';

/**
 * Reads a job from the service that stores it.
 * Errors: `not_found` while it is not stored yet; `forbidden` if the caller may not see it; `unavailable`.
 */
export type ReadJob = (jobId: string, context: RequestContext) => Promise<Job>;

export interface GetJobParts {
  readonly readCaptureJob: ReadJob;
  readonly readLearnJob: ReadJob;
  readonly recordDenial: RecordDenial;
}

/**
 * Reads a job from the service that the prefix of its id names. An id that was issued in this tenant scope but is not
 * stored yet is a queued job. A job that the caller may not see does not exist for them; the denial is recorded.
 * Errors: `not_found`, `unavailable`.
 */
export const getJobHandler = (parts: GetJobParts) => handlerOf(getJobOperation, parts, () => true);

/** The same for an erasure; other jobs do not exist there. Errors: `not_found`, `unavailable`. */
export const getErasureHandler = (parts: GetJobParts) =>
  handlerOf(getErasureOperation, parts, (type) => type === 'erasure');

const handlerOf = (
  operation: Operation,
  { readCaptureJob, readLearnJob, recordDenial }: GetJobParts,
  isServed: (type: Job['type']) => boolean,
) =>
  async function getJob(
    { params: { id: jobId } }: Pick<RequestTo<typeof getJobOperation>, 'params'>,
    context: RequestContext,
  ): Promise<Job> {
    const type = jobTypeOf(jobId);
    if (type === undefined || !isServed(type) || !wasIssued(context.scope, jobId)) throw notFound('The job');
    try {
      return await (type === 'capture' ? readCaptureJob : readLearnJob)(jobId, context);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_found') return queuedJob(jobId, type);
      if (error.code !== 'forbidden') throw error;
      await recordDenial(operation, { id: jobId }, error, context);
      throw notFound('The job');
    }
  };

function jobTypeOf(jobId: string): Job['type'] | undefined {
  if (/^(cap|bat)_/.test(jobId)) return 'capture';
  if (jobId.startsWith('ers_')) return 'erasure';
  if (jobId.startsWith('xpt_')) return 'export';
  return jobId.startsWith('lrn_') ? 'learn' : undefined;
}

const queuedJob = (id: string, type: Job['type']): Job => ({
  id,
  type,
  status: 'queued',
  progress: { stage: 'queued', processed: 0, total: null },
  result: null,
  error: null,
  createdAt: null,
  startedAt: null,
  finishedAt: null,
});
