import type { readEventUsage as readEventUsageCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { decisionContextOf } from '@strata/policy/principal';
import type { EventUsage } from './event-reader.ts';
import type { ReadingParts } from './reading-parts.ts';
import { visibleEvents, type VisibilityParts } from './visible-events.ts';

/** How many events were captured; for a caller from whom policies can hide some, how many they may read. Errors: `unavailable`. */
export function readEventUsageHandler(parts: VisibilityParts & Pick<ReadingParts, 'events'>) {
  return async function readEventUsage(
    { month }: RequestOfCall<typeof readEventUsageCall>,
    context: RequestContext,
  ): Promise<EventUsage> {
    const { events, engineFor } = parts;
    const { scope, actor } = context;
    if (actor.isTenantAdmin === true) return events.usage(scope, month);
    const engine = await engineFor(context);
    if (engine.readsEverything(decisionContextOf(context, parts.clock.now()))) return events.usage(scope, month);
    return events.visibleUsage(scope, month, await visibleEvents(parts, context));
  };
}
