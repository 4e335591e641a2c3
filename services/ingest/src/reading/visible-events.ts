import { all, among, namedIds, not, type Filter } from '@strata/policy/filter';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadingParts } from './reading-parts.ts';

export type VisibilityParts = Pick<ReadingParts, 'engineFor' | 'hiddenSources' | 'clock'>;

interface Asked {
  /** The agent that the request names. */
  readonly agentId?: string | undefined;
  /** The events that the request is about, at most 1,000; any if undefined. */
  readonly eventIds?: readonly string[];
}

/** The events that the caller may read: not those behind a memory that a policy hides by its id. Errors: `unavailable`. */
export async function visibleEvents(
  { engineFor, hiddenSources, clock }: VisibilityParts,
  context: RequestContext,
  { agentId, eventIds }: Asked = {},
): Promise<Filter> {
  const engine = await engineFor(context);
  const { event, memory } = engine.readFilters(decisionContextOf(context, clock.now(), agentId));
  const memoryIds = namedIds(memory);
  if (memoryIds.length === 0) return event;
  const request = { memoryIds, agentId, ...(eventIds === undefined ? {} : { eventIds: [...eventIds] }) };
  return all([event, not(among('id', [...(await hiddenSources(request, context))]))]);
}
