import type { Job } from '@strata/contracts/schemas/job';
import type { RequestContext } from '@strata/kernel/actor';
import { wasIssued } from '@strata/kernel/capture-ids';
import { AppError, notFound } from '@strata/kernel/errors';

/** Asks the service that keeps a kind of job. Errors: `not_found` while it has not stored it. */
export type AskForJob = (jobId: string, context: RequestContext) => Promise<Job>;

/**
 * Reads a job from the service that its prefix names. An id that this scope issued and that nobody has stored yet is a
 * job still on its way.
 * Errors: `not_found`, `unavailable`.
 */
export const createReadJob =
  ({ readCaptureJob, readLearnJob }: { readCaptureJob: AskForJob; readLearnJob: AskForJob }) =>
  async (jobId: string, context: RequestContext): Promise<Job> => {
    const type = jobTypeOf(jobId);
    if (type === undefined || !wasIssued(context.scope, jobId)) throw notFound('The job');
    try {
      return await (type === 'capture' ? readCaptureJob : readLearnJob)(jobId, context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return queuedJob(jobId, type);
      throw error;
    }
  };

function jobTypeOf(jobId: string): Job['type'] | undefined {
  if (/^(cap|bat)_/.test(jobId)) return 'capture';
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
