import type { Filter } from '@strata/policy/filter';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadingParts } from './reading-parts.ts';

/** The events that the caller may read. `agentId` is the agent that the request names. Errors: `unavailable`. */
export async function visibleEvents(
  { engineFor, clock }: Pick<ReadingParts, 'engineFor' | 'clock'>,
  context: RequestContext,
  agentId?: string,
): Promise<Filter> {
  const engine = await engineFor(context);
  return engine.readFilters(decisionContextOf(context, clock.now(), agentId)).event;
}
