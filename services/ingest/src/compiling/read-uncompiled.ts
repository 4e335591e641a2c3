import type { readUncompiled as readUncompiledCall } from '@strata/contracts/calls/ingest';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { ofEndUser } from '@strata/policy/end-users';
import { all } from '@strata/policy/filter';
import { visibleEvents, type VisibilityParts } from '../reading/visible-events.ts';
import type { EventQueue, UncompiledQuery } from './event-queue.ts';

export interface ReadUncompiledParts extends VisibilityParts {
  readonly queue: Pick<EventQueue, 'newest'>;
}

/** The newest uncompiled events that the caller may read, of one end user and without an end user. Errors: `unavailable`. */
export function readUncompiledHandler(parts: ReadUncompiledParts) {
  return async function readUncompiled(
    query: UncompiledQuery,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof readUncompiledCall>> {
    const visible = await visibleEvents(parts, context, { agentId: query.agentId });
    return parts.queue.newest(context.scope, query, all([visible, ofEndUser(query.userId)]));
  };
}
