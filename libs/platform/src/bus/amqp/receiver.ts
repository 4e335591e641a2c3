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
  /** Declares what is to be received from and sets the prefetch; returns the queue. */
  readonly setUp: (channel: Channel) => Promise<string>;
  /** Takes one message, on the channel on which it wants to be settled. Closing waits for the promise. */
  readonly receive: (channel: Channel, message: ConsumeMessage) => Promise<void>;
}

/** Receives from one queue on a channel of its own, and goes on doing so whatever becomes of the channel. */
export class AmqpReceiver {
  readonly #options: AmqpReceiverOptions;
  readonly #channel: SteadyChannel<Channel>;
  readonly #draining = new AbortController();
  /** Closing waits for what is tracked here. */
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

  /** Waits until messages flow, though no longer than the time: from then on they will as soon as they can. */
  async started(withinMs: number): Promise<void> {
    await this.#channel.ready(withinMs).catch(() => undefined);
  }

  /** Aborts when the receiver is to close: what has not been started is not to be. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Whether messages of this channel can still be settled. Those of a lost one are delivered again. */
  holds(channel: Channel): boolean {
    return this.#live === channel;
  }

  /** Runs a settlement (ack, nack). On a channel that is gone there is nothing to settle: the broker delivers again. */
  settle(settlement: () => void): void {
    try {
      settlement();
    } catch {
      this.#options.logger.debug('A message outlived its channel', { channel: this.#options.name });
    }
  }

  /** Takes no more, waits for what is under way, then gives back to the broker what has not been started. */
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
        // The broker took the queue away; a new channel declares it again.
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
      this.#options.logger.error('A message could not be taken in', {
        channel: this.#options.name,
        ...describeFailure(error),
      });
    }
  }
}
