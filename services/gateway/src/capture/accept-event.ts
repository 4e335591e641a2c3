import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { EventInput } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import type { Arrival } from '@strata/kernel/arrivals';
import { conflict } from '@strata/kernel/errors';
import { toAcceptedEvent } from './accepted-event.ts';
import { measureEvent } from './check-event.ts';
import type { OpenEventJudge } from './judge-events.ts';
import type { ScrubEvent } from './scrub-event.ts';
import type { Arrivals, TakenIn } from './take-in.ts';

/** The chunk of a batch that events travel in. */
export interface BatchChunk {
  readonly id: string;
  readonly chunk: number;
  readonly total: number;
}

/** Hands events on; resolves when they cannot be lost any more. */
export type StoreEvents = (
  message: { events: AcceptedEvent[]; batch: BatchChunk | null },
  context: RequestContext,
) => Promise<void>;

export interface CaptureParts {
  readonly scrub: ScrubEvent;
  readonly openJudge: OpenEventJudge;
  /** Errors: `rate_limited`; `unavailable`. */
  readonly takeIn: (arrivals: Arrivals, context: RequestContext) => Promise<TakenIn>;
  readonly storeEvents: StoreEvents;
  /** Stamps each event as it arrives. */
  readonly arrive: () => Arrival;
}

/** The answer to one captured event. */
export interface EventReceipt {
  jobId: string;
  eventId: string;
  status: 'queued';
  idempotencyKey?: string;
}

export const CONFLICT_MESSAGE = 'This idempotencyKey was already used for another event';

/**
 * Takes one event in. A repeated idempotency key gets the first answer again, also when the month's quota is used up.
 * Errors: `payload_too_large`; `validation_error` for an unknown namespace; `forbidden` by a policy; `conflict` when the
 * key was used for another event; `rate_limited`; `unavailable`.
 */
export const createAcceptEvent =
  ({ scrub, openJudge, takeIn, storeEvents, arrive }: CaptureParts) =>
  async (sent: EventInput, context: RequestContext): Promise<EventReceipt> => {
    const arrival = arrive();
    const scrubbed = await scrub(measureEvent(sent), context.scope.tenantId);
    const { event, eventId, jobId } = toAcceptedEvent(scrubbed, context, arrival);
    const judge = await openJudge(context);
    // Before its key is looked at: whether an event was taken in earlier is told to nobody who may not write it now.
    const refusal = judge.refusalOf(event, 1);
    await judge.tellAudit();
    if (refusal !== undefined) throw refusal;

    const { fingerprint } = event;
    const claims = fingerprint === null ? [] : [{ eventId, fingerprint }];
    const unnamed = 1 - claims.length;
    const { held, giveBack } = await takeIn({ claims, unnamed, at: arrival.at }, context);
    if (fingerprint !== null && held[0] !== fingerprint) throw conflict(CONFLICT_MESSAGE);
    try {
      await storeEvents({ events: [event], batch: null }, context);
    } catch (error) {
      await giveBack(unnamed);
      throw error;
    }
    const receipt: EventReceipt = { jobId, eventId, status: 'queued' };
    const { idempotencyKey: kept } = scrubbed.input;
    return kept === undefined ? receipt : { ...receipt, idempotencyKey: kept };
  };
