import type { countUncompiled as countUncompiledCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadingParts } from '../reading/reading-parts.ts';
import { visibleEvents } from '../reading/visible-events.ts';
import type { EventQueue } from './event-queue.ts';

export interface CountUncompiledParts extends Pick<ReadingParts, 'engineFor' | 'clock'> {
  readonly queue: Pick<EventQueue, 'count'>;
}

/** The number of uncompiled events that the caller may read. Errors: `unavailable`. */
export function countUncompiledHandler(parts: CountUncompiledParts) {
  return async function countUncompiled(
    { scope: filter }: RequestOfCall<typeof countUncompiledCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof countUncompiledCall>> {
    const visible = await visibleEvents(parts, context, filter.agentId);
    return { count: await parts.queue.count(context.scope, filter, visible) };
  };
}
