import type { readHiddenSources as readHiddenSourcesCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { not } from '@strata/policy/filter';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from './reading-parts.ts';

/** The events behind memories that the caller may not read. Errors: `unavailable`. */
export function readHiddenSourcesHandler({ memories, engineFor, clock }: ReadingParts) {
  return async function readHiddenSources(
    { memoryIds, eventIds, agentId }: RequestOfCall<typeof readHiddenSourcesCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof readHiddenSourcesCall>> {
    const engine = await engineFor(context);
    const { memory } = engine.readFilters(decisionContextOf(context, clock.now(), agentId));
    return { eventIds: await memories.eventsBehind(context.scope, memoryIds, not(memory), eventIds) };
  };
}
