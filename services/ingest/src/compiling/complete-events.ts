import type { completeEvents as completeEventsCall } from '@strata/contracts/calls/ingest';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { Completion, EventQueue } from './event-queue.ts';

/** Marks events as compiled. Errors: `conflict` when the job no longer holds the lease; `unavailable`. */
export function completeEventsHandler({ queue }: { readonly queue: Pick<EventQueue, 'complete'> }) {
  return async function completeEvents(
    completion: Completion,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof completeEventsCall>> {
    return { completed: await queue.complete(scope, completion) };
  };
}
