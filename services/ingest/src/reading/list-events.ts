import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listEvents as listEventsOperation } from '@strata/contracts/operations/events';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { ReadingParts } from './reading-parts.ts';
import { sessionsByOutcome } from './sessions-by-outcome.ts';
import { visibleEvents } from './visible-events.ts';

/**
 * One page of the events that the caller may read, newest first.
 * Errors: `validation_error` for a damaged cursor, or an outcome of too many sessions; `unavailable`.
 */
export function listEventsHandler(parts: ReadingParts) {
  return async function listEvents(
    { query }: RequestTo<typeof listEventsOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof listEventsOperation>> {
    const { limit, cursor, outcome, ...filter } = query;
    const before = continuedFrom(cursor);
    const visible = await visibleEvents(parts, context, { agentId: filter.agentId });
    const ofSessions = await sessionsByOutcome(parts, { outcome, ...filter }, context);
    const page = await parts.events.list(context.scope, { filter: { ...filter, ofSessions }, visible, limit, before });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
}
