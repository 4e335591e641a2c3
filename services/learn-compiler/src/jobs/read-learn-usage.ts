import type { readLearnUsage as readLearnUsageCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from '../reading/reading-parts.ts';
import type { JobStore } from './job-store.ts';

type Usage = ResponseOfCall<typeof readLearnUsageCall>;
type Knowledge = Pick<Usage, 'memories' | 'artifacts'>;

export interface LearnUsageParts extends Pick<ReadingParts, 'memories' | 'artifacts' | 'engineFor' | 'clock'> {
  readonly jobs: Pick<JobStore, 'countOn'>;
  /** How many memories and artifacts a tenant scope has. Applies no policy. */
  readonly countKnowledge: (scope: TenantScope) => Promise<Knowledge>;
}

/**
 * What a tenant scope has stored, and the learn jobs of one day. A caller from whom policies can hide data gets the totals
 * of the lists that they may read. Errors: `unavailable`.
 */
export function readLearnUsageHandler(parts: LearnUsageParts) {
  return async function readLearnUsage(
    { day }: RequestOfCall<typeof readLearnUsageCall>,
    context: RequestContext,
  ): Promise<Usage> {
    const { memories, artifacts } = await countFor(parts, context);
    const { requested, automatic } = await parts.jobs.countOn(context.scope, day);
    return { memories, artifacts, compilations: requested + automatic, automaticCompilations: automatic };
  };
}

async function countFor(
  { countKnowledge, memories, artifacts, engineFor, clock }: LearnUsageParts,
  context: RequestContext,
): Promise<Knowledge> {
  const { scope, actor } = context;
  if (actor.isTenantAdmin === true) return countKnowledge(scope);
  const engine = await engineFor(context);
  const asking = decisionContextOf(context, clock.now());
  if (engine.readsEverything(asking)) return countKnowledge(scope);
  const visible = engine.readFilters(asking);
  return {
    memories: (await memories.list(scope, { filter: { archived: 'false' }, visible: visible.memory, limit: 1 })).total,
    artifacts: (await artifacts.list(scope, { includeInactive: 'true' }, visible, { limit: 1, offset: 0 })).total,
  };
}
