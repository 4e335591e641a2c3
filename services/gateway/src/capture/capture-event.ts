import type { AcceptedEvent, StoreCommand } from '@strata/contracts/calls/ingest';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { captureEvent as captureEventOperation } from '@strata/contracts/operations/capture';
import type { RequestContext } from '@strata/kernel/actor';
import type { Arrival } from '@strata/kernel/arrival-clock';
import { conflict } from '@strata/kernel/errors';
import type { ScrubEvent } from '../scrubbing/scrub-event.ts';
import { bytesOf, toAcceptedEvent } from './accepted-event.ts';
import { checkEvent } from './check-event.ts';
import type { OpenEventJudge } from './judge-events.ts';
import { CONFLICT_MESSAGE, type ArrivingEvents, type Reservation } from './reserve-events.ts';

/** Sends events to the event store. Resolves when they can no longer be lost. Errors: `unavailable`. */
export type StoreEvents = (command: Exclude<StoreCommand, { kind: 'learn' }>, context: RequestContext) => Promise<void>;

/** Sends one event. `bytes`: about how long it is in a message. Resolves and fails as `StoreEvents`. */
export type StoreEvent = (event: AcceptedEvent, bytes: number, context: RequestContext) => Promise<void>;

export interface CaptureParts {
  readonly scrub: ScrubEvent;
  readonly openJudge: OpenEventJudge;
  /** Errors: `rate_limited`; `unavailable`. */
  readonly reserveEvents: (arrivals: ArrivingEvents, context: RequestContext) => Promise<Reservation>;
  readonly storeEvents: StoreEvents;
  readonly storeEvent: StoreEvent;
  /** Stamps each event as it arrives. */
  readonly arrive: () => Arrival;
}

/**
 * Captures one event. A repeated idempotency key gets the first response again, even when the month's quota is used up.
 * Errors: `payload_too_large`; `validation_error` for an unknown namespace or a time in the future; `forbidden` by a policy; `conflict` when the
 * idempotency key was used for another event; `rate_limited`; `unavailable`.
 */
export const captureEventHandler = ({
  scrub,
  openJudge,
  reserveEvents,
  storeEvent,
  arrive,
}: Omit<CaptureParts, 'storeEvents'>) =>
  async function captureEvent(
    { body }: RequestTo<typeof captureEventOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof captureEventOperation>> {
    const arrival = arrive();
    const sent = checkEvent(body, arrival.at);
    const scrubbed = await scrub(sent, context.scope.tenantId);
    const { event, eventId, jobId } = toAcceptedEvent(scrubbed, context, arrival);
    const judge = await openJudge(context);
    // Before the idempotency key is looked up: a caller who may not write the event must not learn that it exists.
    const rejection = judge.rejectionOf(event, 1);
    await judge.recordDenials();
    if (rejection !== undefined) throw rejection;

    const { fingerprint } = event;
    const claims = fingerprint === null ? [] : [{ eventId, fingerprint }];
    const unkeyed = 1 - claims.length;
    const { fingerprints, release, confirm } = await reserveEvents({ claims, unkeyed, at: arrival.at }, context);
    if (fingerprint !== null && fingerprints[0] !== fingerprint) throw conflict(CONFLICT_MESSAGE);
    try {
      await storeEvent(event, bytesOf(event, sent), context);
    } catch (error) {
      await release(unkeyed);
      throw error;
    }
    const problem = (await confirm([eventId])).get(eventId);
    if (problem !== undefined) throw problem;
    const receipt = { jobId, eventId, status: 'queued' } as const;
    const { idempotencyKey: kept } = scrubbed.input;
    return kept === undefined ? receipt : { ...receipt, idempotencyKey: kept };
  };
