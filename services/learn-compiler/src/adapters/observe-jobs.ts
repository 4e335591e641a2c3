import type { Logger } from '@strata/platform/log/logger';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { failPresentSpan } from '@strata/platform/tracing/spans';
import type { JobObserver } from '../jobs/run-jobs.ts';

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Logs and counts learn jobs as they end. */
export function observeJobs(logger: Logger, metrics: Metrics): JobObserver {
  const duration = metrics.histogram({
    name: 'strata_learn_job_duration_seconds',
    help: 'Duration of one attempt at a learn job.',
    labels: ['cause', 'outcome'],
    buckets: SECONDS,
  });
  return (job, outcome, seconds, error) => {
    if (error !== undefined && outcome !== 'yielded') failPresentSpan(error);
    duration.observe({ cause: job.cause, outcome }, seconds);
    const fields = {
      requestId: job.requestId,
      tenantId: job.scope.tenantId,
      jobId: job.id,
      cause: job.cause,
      attempt: job.attempt,
      ms: Math.round(seconds * 1000),
    };
    if (outcome === 'completed') logger.info('A learn job completed', fields);
    else if (outcome === 'failed') logger.error('A learn job failed', { ...fields, error });
    else if (outcome === 'yielded') logger.info('An automatic learn job made room for another job', fields);
    else logger.warn('A learn job was put back', { ...fields, error });
  };
}
