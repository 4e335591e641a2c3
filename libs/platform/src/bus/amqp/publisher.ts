import { IllegalOperationError, type ConfirmChannel, type Options } from 'amqplib';
import { newId } from '@strata/kernel/ids';
import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '../../log/logger.ts';
import type { AmqpConnection } from './connection.ts';
import { timerMs } from '../bounded-wait.ts';
import { SteadyChannel } from './steady-channel.ts';
import { WorkTracker } from '../work-tracker.ts';

/** Limits of the unconfirmed messages; further ones wait. */
const MAX_IN_FLIGHT = 2_048;
const MAX_BYTES_IN_FLIGHT = 32 * 1_024 * 1_024;

const RETRY_PAUSE_MS = 100;

export interface Outgoing {
  readonly exchange: string;
  readonly routingKey: string;
  readonly content: Buffer;
  readonly options: Options.Publish;
  /** Milliseconds within which the broker must confirm, across reconnects. */
  readonly deadlineMs: number;
  /** Declares the queue again if a `mandatory` message found none. */
  readonly onReturned?: () => Promise<void>;
}

interface Entry {
  readonly id: string;
  readonly message: Outgoing;
  returned: boolean;
  settled: boolean;
  readonly settle: (error?: Error) => void;
}

/**
 * Publishes with the broker's confirms, many in flight. Messages that were unconfirmed when a connection was lost are
 * published again on the next one, so a message may arrive twice and consumers must be idempotent.
 */
export class AmqpPublisher {
  readonly #channel: SteadyChannel<ConfirmChannel>;
  readonly #work = new WorkTracker();
  readonly #waiting = new Map<string, Entry>();
  readonly #inFlight = new Map<string, Entry>();
  readonly #idPrefix = `${newId('msg')}.`;
  #published = 0;
  #bytesInFlight = 0;
  #closed = false;

  /** `setUp` declares what publishing needs, such as an exchange. */
  constructor(connection: AmqpConnection, logger: Logger, setUp: (channel: ConfirmChannel) => Promise<unknown>) {
    this.#channel = new SteadyChannel({
      name: 'publisher',
      logger,
      open: connection.openConfirmChannel,
      setUp: async (channel) => {
        channel.on('return', ({ properties }) => {
          const entry = this.#inFlight.get(String(properties.messageId));
          if (entry !== undefined) entry.returned = true;
        });
        await setUp(channel);
        // The channel becomes current one turn later.
        setImmediate(() => {
          this.#pump();
        });
      },
    });
  }

  /** Errors: `unavailable` without a confirm within the deadline; the broker may still have the message. */
  publish(message: Outgoing): Promise<void> {
    if (this.#closed) return Promise.reject(unavailable('The message broker'));
    return this.#work.track(
      () =>
        new Promise((resolve, reject) => {
          const id = `${this.#idPrefix}${String((this.#published += 1))}`;
          const timer = setTimeout(() => {
            entry.settle(unavailable('The message broker'));
          }, timerMs(message.deadlineMs));
          const entry: Entry = {
            id,
            message,
            returned: false,
            settled: false,
            settle: (error) => {
              if (entry.settled) return;
              entry.settled = true;
              clearTimeout(timer);
              this.#waiting.delete(id);
              if (error === undefined) resolve();
              else reject(error);
            },
          };
          this.#waiting.set(id, entry);
          this.#pump();
        }),
    );
  }

  /** Waits for outstanding confirms, then closes; messages still unconfirmed fail with `unavailable`. */
  async close(graceMs: number): Promise<void> {
    await this.#work.idleWithin(graceMs);
    this.#closed = true;
    for (const entry of [...this.#waiting.values(), ...this.#inFlight.values()]) {
      entry.settle(unavailable('The message broker'));
    }
    await this.#channel.close();
  }

  #pump(): void {
    const channel = this.#channel.current;
    if (channel === undefined) return;
    for (const entry of this.#waiting.values()) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT || this.#bytesInFlight >= MAX_BYTES_IN_FLIGHT) return;
      this.#waiting.delete(entry.id);
      if (!this.#write(channel, entry)) return;
    }
  }

  #write(channel: ConfirmChannel, entry: Entry): boolean {
    const { exchange, routingKey, content, options } = entry.message;
    const bytes = content.byteLength;
    entry.returned = false;
    this.#inFlight.set(entry.id, entry);
    this.#bytesInFlight += bytes;
    try {
      channel.publish(exchange, routingKey, content, { ...options, messageId: entry.id }, (error: unknown) => {
        this.#inFlight.delete(entry.id);
        this.#bytesInFlight -= bytes;
        this.#afterConfirm(entry, error === null);
        this.#pump();
      });
      return true;
    } catch (error) {
      this.#inFlight.delete(entry.id);
      this.#bytesInFlight -= bytes;
      if (!(error instanceof IllegalOperationError)) {
        entry.settle(unavailable('The message broker', error));
        return true;
      }
      // The channel has just been closed: publish it on the next one.
      if (!entry.settled) this.#waiting.set(entry.id, entry);
      return false;
    }
  }

  #afterConfirm(entry: Entry, confirmed: boolean): void {
    if (entry.settled) return;
    if (confirmed && !entry.returned) {
      entry.settle();
      return;
    }
    const again = (): void => {
      if (entry.settled) return;
      this.#waiting.set(entry.id, entry);
      this.#pump();
    };
    // Rejected, lost with its channel, or without a queue to go to. The pause keeps this from being a tight loop.
    setTimeout(() => {
      const declared = entry.returned ? entry.message.onReturned?.() : undefined;
      (declared ?? Promise.resolve()).then(again, again);
    }, RETRY_PAUSE_MS).unref();
  }
}
