import type {
  readEventSeries as readEventSeriesCall,
  readEventUsage as readEventUsageCall,
} from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from './reading-parts.ts';
import { visibleEvents, type VisibilityParts } from './visible-events.ts';

type UsageParts = VisibilityParts & Pick<ReadingParts, 'events'>;

/** How many events were captured; for a caller from whom policies can hide some, how many they may read. Errors: `unavailable`. */
export function readEventUsageHandler(parts: UsageParts) {
  return async function readEventUsage(
    { month }: RequestOfCall<typeof readEventUsageCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof readEventUsageCall>> {
    const { events } = parts;
    const { scope } = context;
    return (await seesEverything(parts, context))
      ? { ...(await events.usage(scope, month)), isWhole: true }
      : { ...(await events.visibleUsage(scope, month, await visibleEvents(parts, context))), isWhole: false };
  };
}

/** The same over time. Errors: `unavailable`. */
export function readEventSeriesHandler(parts: UsageParts) {
  return async function readEventSeries(
    request: RequestOfCall<typeof readEventSeriesCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof readEventSeriesCall>> {
    const { events } = parts;
    const { scope } = context;
    return (await seesEverything(parts, context))
      ? { points: await events.series(scope, request), isWhole: true }
      : { points: await events.visibleSeries(scope, request, await visibleEvents(parts, context)), isWhole: false };
  };
}

async function seesEverything({ engineFor, clock }: UsageParts, context: RequestContext): Promise<boolean> {
  if (context.actor.isTenantAdmin === true) return true;
  return (await engineFor(context)).readsEverything(decisionContextOf(context, clock.now()));
}
