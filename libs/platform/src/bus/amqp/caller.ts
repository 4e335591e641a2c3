import type { Channel, ConsumeMessage, Message } from 'amqplib';
import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '../../log/logger.ts';
import type { CallReply } from '../handle-call.ts';
import type { AmqpConnection } from './connection.ts';
import { contentOf, type MessageHeaders } from './message.ts';
import { PresenceProbe } from './presence-probe.ts';
import { SteadyChannel } from './steady-channel.ts';
import type { AmqpNames } from './topology.ts';
import { timerMs } from '../bounded-wait.ts';
import { decodeError } from '../error-codec.ts';
import { contractName, type ContractName, type EncodedMessage } from '../message-codec.ts';
import { WorkTracker } from '../work-tracker.ts';

/** A timer may fire a millisecond before the clock by which the server checks the deadline. */
const TIMER_LEAD_MS = 2;
/** RabbitMQ's pseudo-queue: replies go directly to the channel of the call, without a queue. */
const DIRECT_REPLY_TO = 'amq.rabbitmq.reply-to';
/** The `type` property of a reply that is an error. */
const FAILED = 'error';

interface PendingCall {
  readonly queue: string;
  readonly sentAt: number;
  readonly replied: (message: ConsumeMessage) => void;
  readonly failed: () => void;
}

/** Makes calls, and sends the replies of servers. */
export class AmqpCaller {
  readonly #names: AmqpNames;
  readonly #channel: SteadyChannel<Channel>;
  readonly #work = new WorkTracker();
  readonly #pending = new Map<string, PendingCall>();
  readonly #presence = new PresenceProbe(() => this.#pending.values());
  #lastId = 0;

  constructor(names: AmqpNames, connection: AmqpConnection, logger: Logger) {
    this.#names = names;
    this.#channel = new SteadyChannel({
      name: 'calls',
      logger,
      open: connection.openChannel,
      setUp: async (channel) => {
        channel.on('return', (message) => {
          if (!this.#presence.takeReturned(message)) this.#take(message)?.failed();
        });
        const onReply = (message: ConsumeMessage | null): void => {
          // No entry: the reply came after the deadline.
          if (message !== null) this.#take(message)?.replied(message);
        };
        await channel.consume(DIRECT_REPLY_TO, onReply, { noAck: true });
      },
      lost: () => {
        // Replies cannot reach another channel, and the calls may or may not have been served.
        for (const { failed } of this.#pending.values()) failed();
        this.#pending.clear();
      },
    });
  }

  /**
   * Returns the encoded response. Errors: those of the server; `unavailable` without a server, as soon as the last one is
   * lost, past the deadline, or without a connection within `connectMs`.
   */
  async call(
    contract: ContractName,
    message: EncodedMessage,
    { deadlineMs, connectMs }: { readonly deadlineMs: number; readonly connectMs: number },
  ): Promise<string> {
    const sentAt = Date.now();
    const deadline = sentAt + timerMs(deadlineMs);
    const headers: MessageHeaders = { context: message.context, sentAt, deadline };
    return this.#work.track(async () => {
      const channel = this.#channel.current ?? (await this.#channel.ready(Math.min(connectMs, deadlineMs)));
      const left = timerMs(deadline - Date.now());
      return new Promise<string>((resolve, reject) => {
        const id = String(++this.#lastId);
        const failed = (): void => {
          clearTimeout(timer);
          this.#pending.delete(id);
          reject(unavailable(contractName(contract)));
        };
        const timer = setTimeout(failed, left + TIMER_LEAD_MS);
        const replied = ({ content, properties }: ConsumeMessage): void => {
          clearTimeout(timer);
          const body = content.toString('utf8');
          if (properties.type === FAILED) reject(decodeError(body));
          else resolve(body);
        };
        const queue = this.#names.queue(contract);
        this.#pending.set(id, { queue, sentAt: performance.now(), replied, failed });
        this.#presence.watch(() => this.#channel.current);
        try {
          channel.publish('', queue, contentOf(message), {
            mandatory: true,
            replyTo: DIRECT_REPLY_TO,
            correlationId: id,
            expiration: left,
            contentType: 'application/json',
            headers,
          });
        } catch {
          // The channel has just been closed.
          failed();
        }
      });
    });
  }

  /** Sends a server's reply. Waits at most `withinMs` for a connection: until the caller's deadline. */
  async reply({ properties }: Message, { outcome, body }: CallReply, withinMs: number): Promise<void> {
    const { replyTo, correlationId } = properties as { replyTo?: unknown; correlationId?: unknown };
    if (typeof replyTo !== 'string' || typeof correlationId !== 'string') return;
    const options = { correlationId, contentType: 'application/json', ...(outcome === 'done' ? {} : { type: FAILED }) };
    const content = Buffer.from(body, 'utf8');
    try {
      const channel = this.#channel.current ?? (await this.#channel.ready(withinMs));
      channel.publish('', replyTo, content, options);
    } catch {
      // No connection in time, or lost: the call ends at its deadline.
    }
  }

  /** Waits for outstanding replies, then closes. */
  async close(graceMs: number): Promise<void> {
    await this.#work.idleWithin(graceMs);
    this.#presence.stop();
    await this.#channel.close();
  }

  #take({ properties }: Message): PendingCall | undefined {
    const id = String(properties.correlationId);
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}
