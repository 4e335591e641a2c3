import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { EventInput } from '@strata/contracts/schemas/event';
import type { RequestContext } from '@strata/kernel/actor';
import type { Arrival } from '@strata/kernel/arrivals';
import { conflict } from '@strata/kernel/errors';
import { toAcceptedEvent } from './accepted-event.ts';
import { measureEvent } from './check-event.ts';
import type { FingerprintStore } from './fingerprint-store.ts';

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
  readonly fingerprints: FingerprintStore;
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
 * Takes one event in. A repeated idempotency key gets the first answer again.
 * Errors: `payload_too_large`; `conflict` when the key was used for another event; `unavailable`.
 */
export const createAcceptEvent =
  ({ fingerprints, storeEvents, arrive }: CaptureParts) =>
  async (input: EventInput, context: RequestContext): Promise<EventReceipt> => {
    measureEvent(input);
    const { event, eventId, jobId } = toAcceptedEvent(input, context, arrive());
    if (event.fingerprint !== null) {
      const [first] = await fingerprints.claim([{ eventId, fingerprint: event.fingerprint }], context);
      if (first !== event.fingerprint) throw conflict(CONFLICT_MESSAGE);
    }
    await storeEvents({ events: [event], batch: null }, context);
    const receipt: EventReceipt = { jobId, eventId, status: 'queued' };
    return input.idempotencyKey === undefined ? receipt : { ...receipt, idempotencyKey: input.idempotencyKey };
  };
