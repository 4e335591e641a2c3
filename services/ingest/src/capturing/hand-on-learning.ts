import type { LearnJob } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { StoreCommand } from './store-events.ts';

export interface HandOnParts {
  /** Resolves when every write of the tenant that had begun has ended. */
  readonly settled: (scope: TenantScope) => Promise<void>;
  readonly queueLearning: (job: LearnJob, context: RequestContext) => Promise<void>;
}

/**
 * Hands on the learn jobs that came with the commands, once what was captured before them is stored: earlier commands
 * were delivered first, and are either stored by now or being written.
 */
export async function handOnLearning(
  { settled, queueLearning }: HandOnParts,
  commands: readonly { readonly payload: StoreCommand; readonly context: RequestContext }[],
): Promise<void> {
  const jobs = commands.flatMap(({ payload, context }) => (payload.learn ? [{ job: payload.learn, context }] : []));
  await Promise.all(
    jobs.map(async ({ job, context }) => {
      await settled(context.scope);
      await queueLearning(job, context);
    }),
  );
}
