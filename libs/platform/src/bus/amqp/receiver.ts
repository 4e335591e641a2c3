import type { Channel, ConsumeMessage } from 'amqplib';
import type { Logger } from '../../log/logger.ts';
import type { AmqpConnection } from './connection.ts';
import { SteadyChannel } from './steady-channel.ts';
import { describeFailure } from '../describe-failure.ts';
import { WorkTracker } from '../work-tracker.ts';

export interface AmqpReceiverOptions {
  readonly name: string;
  readonly logger: Logger;
  readonly connection: AmqpConnection;
  /** Declares the queue, sets the prefetch, and returns the queue's name. */
  readonly setUp: (channel: Channel) => Promise<string>;
  /** Handles one message, and settles it on the same channel. Closing waits for the promise. */
  readonly receive: (channel: Channel, message: ConsumeMessage) => Promise<void>;
}

/** Receives from one queue on its own channel, and resumes on a new channel when that is lost. */
export class AmqpReceiver {
  readonly #options: AmqpReceiverOptions;
  readonly #channel: SteadyChannel<Channel>;
  readonly #draining = new AbortController();
  /** Closing waits for the work tracked here. */
  readonly work = new WorkTracker();
  #live: Channel | undefined;
  #consumerTag: string | undefined;

  constructor(options: AmqpReceiverOptions) {
    this.#options = options;
    const { name, logger, connection } = options;
    this.#channel = new SteadyChannel({
      name,
      logger,
      open: connection.openChannel,
      setUp: (channel) => this.#subscribe(channel),
    });
  }

  /** Waits until messages arrive, at most for the time; after that they arrive once there is a connection. */
  async started(withinMs: number): Promise<void> {
    await this.#channel.ready(withinMs).catch(() => undefined);
  }

  /** Aborts when the receiver is closing; work that has not started must not start. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Whether messages of this channel can still be settled. The broker redelivers those of a lost channel. */
  holds(channel: Channel): boolean {
    return this.#live === channel;
  }

  /** Runs a settlement (ack, nack). On a closed channel it does nothing: the broker redelivers. */
  settle(settlement: () => void): void {
    try {
      settlement();
    } catch {
      this.#options.logger.debug('A message outlived its channel', { channel: this.#options.name });
    }
  }

  /** Stops receiving, waits for work in progress, then returns messages that were not started to the broker. */
  async close(graceMs: number): Promise<void> {
    this.#draining.abort();
    const channel = this.#channel.current;
    if (channel !== undefined && this.#consumerTag !== undefined) {
      await channel.cancel(this.#consumerTag).catch(() => undefined);
    }
    if (!(await this.work.idleWithin(graceMs))) {
      this.#options.logger.warn('A receiver closed before its work was done', { channel: this.#options.name });
    }
    await this.#channel.close();
  }

  async #subscribe(channel: Channel): Promise<void> {
    const queue = await this.#options.setUp(channel);
    if (this.draining.aborted) return;
    this.#live = channel;
    channel.once('close', () => {
      if (this.#live === channel) this.#live = undefined;
    });
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (message === null) {
        // The queue was deleted; a new channel declares it again.
        void channel.close().catch(() => undefined);
        return;
      }
      void this.work.track(() => this.#receive(channel, message));
    });
    this.#consumerTag = consumerTag;
  }

  async #receive(channel: Channel, message: ConsumeMessage): Promise<void> {
    try {
      await this.#options.receive(channel, message);
    } catch (error) {
      this.#options.logger.error('A message could not be handled', {
        channel: this.#options.name,
        ...describeFailure(error),
      });
    }
  }
}
