import { isTransient, StrataError } from './errors.ts';
import { withKey, type Api } from './api.ts';
import type { Settings } from './config.ts';
import { flushAtExit, nothingToFlush } from './flush-at-exit.ts';
import type { Input } from './operation-types.ts';
import { retryDelayMs } from './retrying.ts';

export type EventInput = Input<'captureEvent'>;

/** A stored event. */
export interface Captured {
  readonly eventId: string;
}

interface Waiting {
  readonly event: EventInput;
  readonly bytes: number;
  readonly since: number;
  readonly settle: { readonly resolve: (captured: Captured) => void; readonly reject: (error: StrataError) => void };
}

/** Half of what the service takes at most. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
const MAX_BATCH_EVENTS = 1000;
const LONGEST_EXPONENT = 6;

/**
 * Collects events and sends them in batches, one batch after the other, so that they arrive in the order of their capture. A batch
 * that was not answered is sent again with the same keys until its events are stored or too old.
 */
export class EventBuffer {
  readonly #api: Pick<Api, 'captureBatch'>;
  readonly #settings: Settings['buffer'];
  readonly #waiting: Waiting[] = [];
  #bytes = 0;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  /** Ends a wait between attempts. */
  #wake: (() => void) | undefined;
  /** Since the last flush: how many events were not stored, and the first reason. */
  #failed: { count: number; first: unknown } | undefined;
  #isClosed = false;

  constructor(api: Pick<Api, 'captureBatch'>, settings: Settings['buffer']) {
    this.#api = api;
    this.#settings = settings;
  }

  /**
   * Resolves when the event is stored. Nobody has to wait for it: without a handler, a failure is kept for the next `flush`.
   */
  add(input: EventInput): Promise<Captured> {
    const added = new Promise<Captured>((resolve, reject) => {
      const event = withKey(input);
      const bytes = byteLength(event);
      if (this.#isClosed) throw new StrataError('undelivered', 'The client is closed');
      if (this.#waiting.length >= this.#settings.maxEvents || this.#bytes + bytes > this.#settings.maxBytes)
        throw new StrataError(
          'buffer_full',
          `${this.#waiting.length} events wait for their delivery, and there is no room for more`,
        );
      this.#waiting.push({ event, bytes, since: Date.now(), settle: { resolve, reject } });
      this.#bytes += bytes;
      flushAtExit(this, this.#settings.closeTimeoutMs);
      this.#sendSoon();
    });
    added.catch((error: unknown) => this.#note(error));
    return added;
  }

  /**
   * Sends what waits, and resolves when every event captured so far is stored. Rejects with `undelivered` if events were rejected since
   * the last flush, or if time is up; what is not delivered then still waits.
   */
  async flush(timeoutMs: number): Promise<void> {
    const end = Date.now() + timeoutMs;
    this.#wake?.();
    let isLate = false;
    while (this.#waiting.length > 0 && !isLate) isLate = !(await inTime(this.#send(), end));
    const failed = this.#failed;
    this.#failed = undefined;
    if (isLate)
      throw new StrataError(
        'undelivered',
        `${this.#waiting.length} events could not be delivered within ${timeoutMs} ms`,
      );
    if (failed !== undefined) {
      const reason = failed.first instanceof Error ? failed.first.message : 'unknown';
      throw new StrataError('undelivered', `${failed.count} events were not stored. The first: ${reason}`, {
        cause: failed.first,
      });
    }
  }

  /** Flushes, and takes no more events. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush(this.#settings.closeTimeoutMs);
  }

  /** Gives up what waits: each of its captures rejects with the error. */
  abandon(error: StrataError): void {
    this.#remove([...this.#waiting]).forEach(({ settle }) => settle.reject(error));
  }

  #note(error: unknown): void {
    this.#failed ??= { count: 0, first: error };
    this.#failed.count += 1;
  }

  #sendSoon(): void {
    if (this.#sending !== undefined || this.#lingering !== undefined) return;
    this.#lingering = setTimeout(() => void this.#send(), this.#settings.lingerMs);
  }

  /** One loop sends at a time. */
  #send(): Promise<void> {
    clearTimeout(this.#lingering);
    this.#lingering = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      // Captured after the loop saw nothing more, and before it ended.
      if (this.#waiting.length > 0) this.#sendSoon();
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    for (let failed = 0; this.#waiting.length > 0;) {
      const batch = this.#nextBatch();
      try {
        this.#settle(
          batch,
          await this.#api.captureBatch({ events: batch.map(({ event }) => event) }, { maxRetries: 0 }),
        );
        failed = 0;
      } catch (error) {
        const reason = error instanceof StrataError ? error : new StrataError('unexpected_response', String(error));
        if (isTransient(reason)) {
          this.#dropOld(reason);
          await this.#pause(retryDelayMs(Math.min(failed, LONGEST_EXPONENT), reason));
          failed += 1;
        } else {
          this.#remove(batch).forEach(({ settle }) => settle.reject(reason));
        }
      }
    }
  }

  #nextBatch(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex((one, index) => {
      bytes += one.bytes;
      return index > 0 && (bytes > MAX_BATCH_BYTES || index >= MAX_BATCH_EVENTS);
    });
    return this.#waiting.slice(0, end === -1 ? undefined : end);
  }

  #settle(batch: readonly Waiting[], receipt: Awaited<ReturnType<Api['captureBatch']>>): void {
    const errors = new Map(receipt.errorDetails.map((one) => [one.index, one]));
    this.#remove(batch).forEach(({ settle }, index) => {
      const eventId = receipt.eventIds[index];
      if (typeof eventId === 'string') settle.resolve({ eventId });
      else {
        const { code = 'unexpected_response', message = 'The event was not stored', details } = errors.get(index) ?? {};
        settle.reject(new StrataError(code, message, { details }));
      }
    });
  }

  /** Gives up events whose delivery was tried long enough. */
  #dropOld(reason: StrataError): void {
    const oldest = Date.now() - this.#settings.deliveryTimeoutMs;
    const young = this.#waiting.findIndex(({ since }) => since > oldest);
    const old = this.#waiting.slice(0, young === -1 ? undefined : young);
    this.#remove(old).forEach(({ settle }) => settle.reject(reason));
  }

  #remove(batch: readonly Waiting[]): readonly Waiting[] {
    this.#waiting.splice(0, batch.length);
    this.#bytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#waiting.length === 0) nothingToFlush(this);
    return batch;
  }

  /** Does not keep a process alive: `flushAtExit` delivers the rest. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      letProcessEnd(timer);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Whether a promise is done before `end`, in milliseconds since 1970. */
async function inTime(work: Promise<void>, end: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, end - Date.now()));
  });
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

/** In Node, a timer keeps a process alive unless it says otherwise. */
function letProcessEnd(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref: () => void }).unref();
}

function byteLength(event: EventInput): number {
  try {
    return new TextEncoder().encode(JSON.stringify(event)).length;
  } catch (error) {
    throw new StrataError('validation_error', 'The event is not JSON', { cause: error });
  }
}
