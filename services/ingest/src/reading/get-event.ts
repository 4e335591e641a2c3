import type { RequestTo } from '@strata/contracts/operation';
import type { getEvent as getEventOperation } from '@strata/contracts/operations/events';
import type { Event } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { eventDenial } from './event-denial.ts';
import type { ReadingParts } from './reading-parts.ts';

/** One event. Errors: `not_found`, also when the caller may not read it, once the denial is recorded; `unavailable`. */
export function getEventHandler(parts: ReadingParts) {
  return async function getEvent(
    { params: { id } }: RequestTo<typeof getEventOperation>,
    context: RequestContext,
  ): Promise<Event> {
    // Before the event is looked up: a caller whose policies cannot be read learns nothing about it.
    await parts.engineFor(context);
    const event = await parts.events.get(context.scope, id);
    if (event === undefined) throw notFound('The event');
    const denial = await eventDenial(parts, context, event);
    if (denial === null) return event;
    await parts.audit(denial, context);
    throw notFound('The event');
  };
}
