import type { readEventsOfUser as readEventsOfUserCall } from '@strata/contracts/calls/exports';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { Event } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export interface EventsOfUserQuery {
  readonly userId: string;
  readonly until: Date;
  readonly afterSeq: number;
  readonly limit: number;
  readonly maxBytes: number;
}

/**
 * The next events about an end user, in order of arrival: as many as fit in `limit` and `maxBytes`, and at least one. `lastSeq`
 * is null if there are no more.
 */
export type ReadEventsOfUser = (
  scope: TenantScope,
  query: EventsOfUserQuery,
) => Promise<{ events: Event[]; lastSeq: number | null }>;

/** Reads the next events of an export. Errors: `unavailable`. */
export function readEventsOfUserHandler({ eventsOfUser }: { readonly eventsOfUser: ReadEventsOfUser }) {
  return function readEventsOfUser(
    { until, ...query }: RequestOfCall<typeof readEventsOfUserCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof readEventsOfUserCall>> {
    return eventsOfUser(scope, { ...query, until: new Date(until) });
  };
}
