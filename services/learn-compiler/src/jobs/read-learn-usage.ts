import type {
  readLearnSeries as readLearnSeriesCall,
  readLearnUsage as readLearnUsageCall,
} from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { ReadFilters } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from '../reading/reading-parts.ts';
import type { JobStore } from './job-store.ts';

type Usage = ResponseOfCall<typeof readLearnUsageCall>;
type Knowledge = Pick<Usage, 'memories' | 'artifacts'>;

export type LearnedSeries = ResponseOfCall<typeof readLearnSeriesCall>['points'];
type SeriesRequest = RequestOfCall<typeof readLearnSeriesCall>;

/** What was learned in a tenant scope, and learn jobs that ended, by hour or day. */
export interface LearnedOverTime {
  all(scope: TenantScope, request: SeriesRequest): Promise<LearnedSeries>;
  /** Of memories and artifacts, those that are stored and visible. */
  visible(scope: TenantScope, request: SeriesRequest, visible: ReadFilters): Promise<LearnedSeries>;
}

export interface LearnUsageParts extends Pick<ReadingParts, 'memories' | 'artifacts' | 'engineFor' | 'clock'> {
  readonly jobs: Pick<JobStore, 'countOn'>;
  /** How many memories and artifacts a tenant scope has. Applies no policy. */
  readonly countKnowledge: (scope: TenantScope) => Promise<Knowledge>;
  readonly learnedOverTime: LearnedOverTime;
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

/** The same over time. Errors: `unavailable`. */
export function readLearnSeriesHandler(parts: LearnUsageParts) {
  return async function readLearnSeries(
    request: RequestOfCall<typeof readLearnSeriesCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof readLearnSeriesCall>> {
    const { learnedOverTime } = parts;
    const visible = await restrictionOf(parts, context);
    const points =
      visible === null
        ? learnedOverTime.all(context.scope, request)
        : learnedOverTime.visible(context.scope, request, visible);
    return { points: await points };
  };
}

async function countFor(parts: LearnUsageParts, context: RequestContext): Promise<Knowledge> {
  const { countKnowledge, memories, artifacts } = parts;
  const { scope } = context;
  const visible = await restrictionOf(parts, context);
  if (visible === null) return countKnowledge(scope);
  return {
    memories: (await memories.list(scope, { filter: { archived: 'false' }, visible: visible.memory, limit: 1 })).total,
    artifacts: (await artifacts.list(scope, { includeInactive: 'true' }, visible, { limit: 1, offset: 0 })).total,
  };
}

/** What the caller may read; null if it is everything. */
async function restrictionOf(
  { engineFor, clock }: LearnUsageParts,
  context: RequestContext,
): Promise<ReadFilters | null> {
  if (context.actor.isTenantAdmin === true) return null;
  const engine = await engineFor(context);
  const asking = decisionContextOf(context, clock.now());
  return engine.readsEverything(asking) ? null : engine.readFilters(asking);
}
