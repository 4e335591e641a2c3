import type { readEventUsage as readEventUsageCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { EventUsage } from './event-reader.ts';
import type { ReadingParts } from './reading-parts.ts';

/** How many events were captured. Errors: `unavailable`. */
export function readEventUsageHandler({ events }: Pick<ReadingParts, 'events'>) {
  return async function readEventUsage(
    { month }: RequestOfCall<typeof readEventUsageCall>,
    { scope }: RequestContext,
  ): Promise<EventUsage> {
    return events.usage(scope, month);
  };
}
