import { MAX_BATCH_EVENTS, type EventInput } from '@strata/contracts/schemas/event';
import type { MadeEvent } from '../events/make-event.ts';
import type { ImportState } from './import-state.ts';
import type { Tally } from './report.ts';

/** Stores a batch of events, and names those that were rejected. Rejects if it is not known to be stored. */
export type SendEvents = (events: readonly EventInput[]) => Promise<{
  readonly errorDetails: readonly { readonly index: number; readonly code: string; readonly message: string }[];
}>;

const BATCH_EVENTS = MAX_BATCH_EVENTS / 2;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Collects events into batches. In a dry run, it only counts them. */
export class EventSender {
  readonly #send: SendEvents | undefined;
  readonly #tally: Tally;
  readonly #state: Pick<ImportState, 'commit'>;
  #batch: EventInput[] = [];
  #bytes = 0;

  constructor(send: SendEvents | undefined, tally: Tally, state: Pick<ImportState, 'commit'>) {
    this.#send = send;
    this.#tally = tally;
    this.#state = state;
  }

  get isFull(): boolean {
    return this.#batch.length >= BATCH_EVENTS || this.#bytes >= BATCH_BYTES;
  }

  /** Takes an event of the present record. */
  async add(made: MadeEvent): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(made.event));
    this.#tally.event(made.event, bytes, made);
    if (this.#send === undefined) return;
    // One record can have many events. What is sent here is sent again if the record is read again, under the same keys.
    if (this.#batch.length >= MAX_BATCH_EVENTS || this.#bytes + bytes > 2 * BATCH_BYTES) await this.#sendBatch();
    this.#batch.push(made.event);
    this.#bytes += bytes;
  }

  /** Sends what was taken, then keeps the changes of the state. Call it between records only. */
  async flush(): Promise<void> {
    if (this.#send === undefined) return;
    await this.#sendBatch();
    await this.#state.commit();
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0 || this.#send === undefined) return;
    const { errorDetails } = await this.#send(batch);
    this.#batch = [];
    this.#bytes = 0;
    for (const { index, code, message } of errorDetails) {
      // Another program captured the same record under the same key, and said something else about it.
      if (code === 'conflict') this.#tally.leftOut('already stored, for example by a hook');
      else this.#tally.rejected(batch[index]?.idempotencyKey ?? '', code, message);
    }
    this.#tally.stored(batch.length - errorDetails.length);
  }
}
