import { inJobSpan } from '@strata/platform/tracing/spans';
import { untraced } from '@strata/platform/tracing/trace-context';
import type { RunInTrace } from '../jobs/run-jobs.ts';

/** A span for each attempt at a job, in the trace of the request that asked for it. */
export const runInTrace: RunInTrace = (job, run) => {
  if (job === undefined) return untraced(run);
  const attributes = {
    'strata.job.id': job.id,
    'strata.job.cause': job.cause,
    'strata.job.attempt': job.attempt,
    'strata.tenant.id': job.scope.tenantId,
  };
  return inJobSpan(`process ${job.cause} job`, attributes, job.traceparent, run);
};
