import type { readLearnUsage as readLearnUsageCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { JobStore } from './job-store.ts';

type Usage = ResponseOfCall<typeof readLearnUsageCall>;

export interface LearnUsageParts {
  readonly jobs: Pick<JobStore, 'countOn'>;
  /** How many memories and artifacts a tenant scope has. Applies no policy. */
  readonly countKnowledge: (scope: TenantScope) => Promise<Pick<Usage, 'memories' | 'artifacts'>>;
}

/** What a tenant scope has stored, and the learn jobs of one day. Errors: `unavailable`. */
export function readLearnUsageHandler({ jobs, countKnowledge }: LearnUsageParts) {
  return async function readLearnUsage(
    { day }: RequestOfCall<typeof readLearnUsageCall>,
    { scope }: RequestContext,
  ): Promise<Usage> {
    const { memories, artifacts } = await countKnowledge(scope);
    return { memories, artifacts, compilations: await jobs.countOn(scope, day) };
  };
}
