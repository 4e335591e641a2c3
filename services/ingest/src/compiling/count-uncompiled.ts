import type { countUncompiled as countUncompiledCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { visibleEvents, type VisibilityParts } from '../reading/visible-events.ts';
import type { EventQueue } from './event-queue.ts';

export interface CountUncompiledParts extends VisibilityParts {
  readonly queue: Pick<EventQueue, 'count'>;
}

/** The number of uncompiled events that the caller may read. Errors: `unavailable`. */
export function countUncompiledHandler(parts: CountUncompiledParts) {
  return async function countUncompiled(
    { scope: filter }: RequestOfCall<typeof countUncompiledCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof countUncompiledCall>> {
    const visible = await visibleEvents(parts, context, { agentId: filter.agentId });
    return { count: await parts.queue.count(context.scope, filter, visible) };
  };
}
