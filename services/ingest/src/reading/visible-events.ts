import type { Filter } from '@strata/policy/filter';
import { askedBy } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadingParts } from './reading-parts.ts';

/** Which events the caller may read; `agentId` is the agent that the request names. Errors: `unavailable`. */
export async function visibleEvents(
  { bookFor, clock }: Pick<ReadingParts, 'bookFor' | 'clock'>,
  context: RequestContext,
  agentId?: string,
): Promise<Filter> {
  const book = await bookFor(context);
  return book.readFilters(askedBy(context, clock.now(), agentId)).event;
}
