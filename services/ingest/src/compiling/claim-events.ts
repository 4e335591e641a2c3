import type { claimEvents as claimEventsCall } from '@strata/contracts/calls/ingest';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { Claim, EventQueue } from './event-queue.ts';

/** Claims the next uncompiled events for a job. Errors: `conflict` while another job holds the lease; `unavailable`. */
export function claimEventsHandler({ queue }: { readonly queue: Pick<EventQueue, 'claim'> }) {
  return async function claimEvents(
    claim: Claim,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof claimEventsCall>> {
    return { events: await queue.claim(scope, claim) };
  };
}
