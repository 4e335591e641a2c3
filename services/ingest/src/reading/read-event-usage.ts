import type { readEventUsage as readEventUsageCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { decisionContextOf } from '@strata/policy/principal';
import type { EventUsage } from './event-reader.ts';
import type { ReadingParts } from './reading-parts.ts';

/** How many events were captured; for a caller from whom policies can hide some, how many they may read. Errors: `unavailable`. */
export function readEventUsageHandler({
  events,
  engineFor,
  clock,
}: Pick<ReadingParts, 'events' | 'engineFor' | 'clock'>) {
  return async function readEventUsage(
    { month }: RequestOfCall<typeof readEventUsageCall>,
    context: RequestContext,
  ): Promise<EventUsage> {
    const { scope, actor } = context;
    if (actor.isTenantAdmin === true) return events.usage(scope, month);
    const engine = await engineFor(context);
    const asking = decisionContextOf(context, clock.now());
    if (engine.readsEverything(asking)) return events.usage(scope, month);
    return events.visibleUsage(scope, month, engine.readFilters(asking).event);
  };
}
