import type { LearnJob } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Errors: `unavailable`. */
export type QueueLearning = (job: LearnJob, context: RequestContext) => Promise<void>;

/** A learn job that arrived among captured events. */
export interface CapturedJob {
  readonly job: LearnJob;
  readonly context: RequestContext;
}

export interface QueueLearnJobsParts {
  /** Resolves when all writes of the tenant that are running now have ended. */
  readonly settled: (scope: TenantScope) => Promise<void>;
  readonly queueLearning: QueueLearning;
}

/**
 * Queues learn jobs at the compiler, once everything captured before them is stored: earlier commands were delivered
 * first, and are either stored by now or being written.
 */
export async function queueLearnJobs(
  { settled, queueLearning }: QueueLearnJobsParts,
  jobs: readonly CapturedJob[],
): Promise<void> {
  await Promise.all(
    jobs.map(async ({ job, context }) => {
      await settled(context.scope);
      await queueLearning(job, context);
    }),
  );
}
