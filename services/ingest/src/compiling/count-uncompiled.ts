import type { countUncompiled as countUncompiledCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { EventQueue } from './event-queue.ts';

/** The number of uncompiled events. Errors: `unavailable`. */
export function countUncompiledHandler({ queue }: { readonly queue: Pick<EventQueue, 'count'> }) {
  return async function countUncompiled(
    request: RequestOfCall<typeof countUncompiledCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof countUncompiledCall>> {
    return { count: await queue.count(scope, request.scope) };
  };
}
