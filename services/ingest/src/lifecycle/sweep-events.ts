import type { sweepEvents as sweepEventsCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { lifecycleRules } from '@strata/policy/lifecycle-rules';
import type { EventLifecycle } from './event-lifecycle.ts';

export interface SweepEventsParts {
  readonly lifecycle: Pick<EventLifecycle, 'delete'>;
  readonly observeDeleted: (deleted: number) => void;
}

/** Deletes the next events that are due for deletion, compiled or not. Errors: `unavailable`. */
export function sweepEventsHandler({ lifecycle, observeDeleted }: SweepEventsParts) {
  return async function sweepEvents(
    { facts, now, limit }: RequestOfCall<typeof sweepEventsCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof sweepEventsCall>> {
    const deleted = await lifecycle.delete(scope, { rules: lifecycleRules(facts), now: new Date(now) }, limit);
    observeDeleted(deleted);
    return { deleted, isDone: deleted < limit };
  };
}
