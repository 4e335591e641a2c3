import type { describeEvents as describeEventsCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadingParts } from './reading-parts.ts';
import { visibleEvents } from './visible-events.ts';

/** Describes those of the events that the caller may read. Errors: `unavailable`. */
export function describeEventsHandler(parts: ReadingParts) {
  return async function describeEvents(
    { eventIds }: RequestOfCall<typeof describeEventsCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof describeEventsCall>> {
    const visible = await visibleEvents(parts, context, { eventIds });
    return { events: await parts.events.describe(context.scope, eventIds, visible) };
  };
}
