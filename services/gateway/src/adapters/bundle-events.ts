import { addToGroup } from '@strata/kernel/add-to-group';
import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import { Batcher } from '@strata/platform/bus/batcher';
import { outgoingTraceparent } from '@strata/platform/tracing/trace-context';
import type { StoreEvent, StoreEvents } from '../capture/capture-event.ts';
import { chunkEvents } from '../capture/chunk-events.ts';

/** As many requests as can reasonably arrive in one turn of the event loop. */
const MOST_AT_ONCE = 256;

interface Waiting {
  readonly event: AcceptedEvent;
  readonly bytes: number;
  readonly context: RequestContext;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends events that are captured by single requests in the same turn of the event loop, by the same caller, as one message: a message
 * costs the broker and the event store about as much as an event. The message has the request id of the first. Events of a traced
 * request are sent alone, so that its trace goes on.
 */
export function bundleEvents(storeEvents: StoreEvents): StoreEvent {
  const send = async (bundle: readonly Waiting[]): Promise<void> => {
    const [first] = bundle;
    if (first === undefined) return;
    try {
      await storeEvents({ kind: 'events', events: bundle.map(({ event }) => event), batch: null }, first.context);
      for (const { resolve } of bundle) resolve();
    } catch (error) {
      // What one event caused must not fail the others. Events that are stored already do not change.
      if (bundle.length > 1 && !isAway(error)) await Promise.all(bundle.map((waiting) => send([waiting])));
      else for (const { reject } of bundle) reject(error);
    }
  };
  const batcher = new Batcher<Waiting>({ batchSize: MOST_AT_ONCE, concurrency: Infinity }, async (batch) => {
    await Promise.all(
      byCaller(batch)
        .flatMap(chunkEvents<Waiting>)
        .map(send),
    );
  });
  return (event, bytes, context) =>
    new Promise((resolve, reject) => {
      const waiting = { event, bytes, context, resolve, reject };
      if (outgoingTraceparent(context.traceparent) === undefined) batcher.add(waiting);
      else void send([waiting]);
    });
}

const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

/** A message has one tenant scope and one writer. */
function byCaller(batch: readonly Waiting[]): Waiting[][] {
  const groups = new Map<string, Waiting[]>();
  for (const waiting of batch) {
    const { scope, actor } = waiting.context;
    addToGroup(groups, JSON.stringify([scope, actor]), waiting);
  }
  return [...groups.values()];
}
