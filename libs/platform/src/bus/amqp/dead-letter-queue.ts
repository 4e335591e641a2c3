import { createHash } from 'node:crypto';
import { connect, type ChannelModel, type ConfirmChannel, type GetMessage } from 'amqplib';
import type { CommandContract } from '@strata/contracts/message';
import { AppError } from '@strata/kernel/errors';
import type { z } from 'zod';
import { decodeMessage } from '../message-codec.ts';
import { encodedOf, numberHeader } from './message.ts';
import { AmqpNames } from './topology.ts';

/** A command that could not be handled because of its own data. */
export interface DeadLetter {
  /** Made of the message itself, so that it stays the same when the message dies again. */
  readonly id: string;
  /** When it was first sent; null if the message does not say so. */
  readonly sentAt: Date | null;
  /** When it last became a dead letter; null if the broker does not say so. */
  readonly diedAt: Date | null;
  /** How often it was tried before that. */
  readonly attempts: number;
  /** What in it breaks its contract; empty if its consumer rejected it for another reason, which is in that service's log. */
  readonly faults: readonly string[];
  /** The request context and the payload, as JSON. */
  readonly context: unknown;
  readonly body: string;
}

/** What becomes of a dead letter. */
export type Fate = 'keep' | 'replay' | 'discard';

/** Messages that a scan holds at once. */
const MOST_AT_ONCE = 1_000;
const MOST_BYTES_AT_ONCE = 64 * 1_048_576;
/**
 * Newer brokers drop a message that was taken and given back too often (20 times by default). One that was taken so often is put
 * into the queue anew.
 */
const RENEW_AFTER = 5;

/** The dead-letter queues of a deployment, for its operator. */
export class DeadLetterQueues {
  readonly #connection: ChannelModel;
  readonly #names: AmqpNames;

  private constructor(connection: ChannelModel, names: AmqpNames) {
    this.#connection = connection;
    this.#names = names;
  }

  /** Rejects with the library's error if the broker cannot be reached. */
  static async open(url: string, prefix: string): Promise<DeadLetterQueues> {
    const connection = await connect(url, { clientProperties: { connection_name: 'dead letters' } });
    // Commands on a lost connection reject.
    connection.on('error', () => undefined);
    return new DeadLetterQueues(connection, new AmqpNames(prefix));
  }

  /** 0 if the queue does not exist yet. */
  async count(contract: CommandContract<z.ZodType>): Promise<number> {
    const channel = await this.#connection.createChannel();
    // A missing queue closes the channel.
    channel.on('error', () => undefined);
    try {
      const { messageCount } = await channel.checkQueue(this.#names.deadLetters(contract));
      await channel.close();
      return messageCount;
    } catch (error) {
      if (isMissingQueue(error)) return 0;
      throw error;
    }
  }

  /**
   * Takes the first dead letters of a command, at most a thousand and 64 MiB, and does with each what `fateOf` says. Returns them in
   * their order. A replayed message is in its command's queue before it leaves this one: if the connection breaks between the two, it
   * is in both, and its consumer handles it once.
   */
  async settle(contract: CommandContract<z.ZodType>, fateOf: (letter: DeadLetter) => Fate): Promise<DeadLetter[]> {
    const waiting = Math.min(await this.count(contract), MOST_AT_ONCE);
    const channel = await this.#connection.createConfirmChannel();
    try {
      const letters: DeadLetter[] = [];
      const kept: GetMessage[] = [];
      for (let bytes = 0; letters.length < waiting && bytes < MOST_BYTES_AT_ONCE;) {
        const message = await channel.get(this.#names.deadLetters(contract));
        if (message === false) break;
        bytes += message.content.length;
        const letter = letterOf(contract, message);
        letters.push(letter);
        const fate = fateOf(letter);
        if (fate === 'keep') {
          // Given back at the end: otherwise the broker would return it again.
          kept.push(message);
          continue;
        }
        if (fate === 'replay') await this.#replay(channel, contract, message);
        channel.ack(message);
      }
      for (const message of kept) await this.#giveBack(channel, contract, message);
      return letters;
    } finally {
      await channel.close();
    }
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #replay(channel: ConfirmChannel, contract: CommandContract<z.ZodType>, message: GetMessage): Promise<void> {
    const { context } = encodedOf(message);
    const sentAt = numberHeader(message, 'sentAt', Date.now());
    // A replayed command starts over: its earlier attempts do not count.
    const headers = { ...(context === undefined ? {} : { context }), sentAt };
    await publish(channel, this.#names.queue(contract), message.content, headers);
  }

  async #giveBack(channel: ConfirmChannel, contract: CommandContract<z.ZodType>, message: GetMessage): Promise<void> {
    if (deliveries(message) < RENEW_AFTER) {
      channel.nack(message, false, true);
      return;
    }
    const headers = Object.entries(message.properties.headers ?? {}).filter(([name]) => name !== DELIVERIES);
    await publish(channel, this.#names.deadLetters(contract), message.content, Object.fromEntries(headers));
    channel.ack(message);
  }
}

const isMissingQueue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NOT_FOUND;

/** The reply code of AMQP for a queue that does not exist. */
const NOT_FOUND = 404;

/** The header in which the broker says how often a message was taken and given back. */
const DELIVERIES = 'x-delivery-count';

const deliveries = ({ properties: { headers } }: GetMessage): number => {
  const count: unknown = headers?.[DELIVERIES];
  return typeof count === 'number' ? count : 0;
};

/** Resolves when the broker has stored the message. Rejects if it did not, also if the queue does not exist. */
async function publish(
  channel: ConfirmChannel,
  queue: string,
  content: Buffer,
  headers: Record<string, unknown>,
): Promise<void> {
  // A message to a queue that does not exist is confirmed, and lost.
  await channel.checkQueue(queue);
  const options = { persistent: true, contentType: 'application/json', headers };
  await new Promise<void>((resolve, reject) => {
    channel.publish('', queue, content, options, (error: unknown) => {
      if (error === null || error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The broker did not store the message'));
    });
  });
}

function letterOf(contract: CommandContract<z.ZodType>, message: GetMessage): DeadLetter {
  const { body, context } = encodedOf(message);
  const sentAt = numberHeader(message, 'sentAt', 0);
  return {
    id: createHash('sha256')
      .update(`${body}\n${String(context)}\n${String(sentAt)}`)
      .digest('hex')
      .slice(0, 12),
    sentAt: sentAt === 0 ? null : new Date(sentAt),
    diedAt: diedAt(message),
    attempts: numberHeader(message, 'attempt', 1),
    faults: faultsOf(contract, { body, context }),
    context: parsed(context),
    body,
  };
}

function diedAt({ properties: { headers } }: GetMessage): Date | null {
  const deaths: unknown = headers?.['x-death'];
  const [last] = Array.isArray(deaths) ? (deaths as { time?: { value?: unknown } }[]) : [];
  const seconds = last?.time?.value;
  return typeof seconds === 'number' ? new Date(seconds * 1_000) : null;
}

function faultsOf(contract: CommandContract<z.ZodType>, message: { body: string; context: unknown }): string[] {
  try {
    decodeMessage(contract.payload, contract, message);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = Array.isArray(error.details) ? (error.details as { field: string; message: string }[]) : [];
    return details.length === 0 ? [error.message] : details.map(({ field, message: fault }) => `${field} ${fault}`);
  }
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
