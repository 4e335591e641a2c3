import type { Channel, Options } from 'amqplib';
import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '../../log/logger.ts';
import type { AmqpConnection } from './connection.ts';
import { SteadyChannel } from './steady-channel.ts';
import { settledWithin } from '../bounded-wait.ts';
import { contractName, type ContractName } from '../message-codec.ts';

/**
 * Deliveries of one message that may end with a lost connection before the broker dead-letters it, since it may be what
 * kills its consumers. Set because newer brokers have a low default.
 */
const DELIVERY_LIMIT = 100;

const MAX_UNREAD_ANNOUNCEMENTS = 100_000;

const BUILT_IN_EXCHANGE = 'amq.topic';

/** Dead-lettering that waits for the target's confirm; RabbitMQ requires `reject-publish` for it. */
const deadLettersTo = (queue: string): Record<string, unknown> => ({
  'x-queue-type': 'quorum',
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

/** The names of everything that the bus declares at the broker; all begin with the prefix. */
export class AmqpNames {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get announcements(): string {
    return `${this.#prefix}.announcements`;
  }

  queue(contract: ContractName): string {
    return `${this.#prefix}.${contract.kind}.${contractName(contract)}`;
  }

  deadLetters(contract: ContractName): string {
    return `${this.queue(contract)}.dead`;
  }

  /** The queue in which failed commands wait for their retry. */
  delay(contract: ContractName, milliseconds: number): string {
    return `${this.queue(contract)}.delay.${String(milliseconds)}`;
  }

  inbox(contract: ContractName, subscriber: string): string {
    return `${this.#prefix}.news.${contractName(contract)}.${subscriber}`;
  }
}

/** Deleted with its last server, so that calls without a server fail at once; after 60 s if it never had one. */
export const CALL_QUEUE: Options.AssertQueue = { durable: true, autoDelete: true, expires: 60_000 };

export const ANNOUNCEMENTS: Options.AssertExchange = { durable: true };

export const INBOX: Options.AssertQueue = {
  durable: false,
  exclusive: true,
  autoDelete: true,
  maxLength: MAX_UNREAD_ANNOUNCEMENTS,
};

/** Declares the queues of commands when they are first needed, and again on every new connection. */
export class AmqpTopology {
  readonly names: AmqpNames;
  readonly #delays: readonly number[];
  readonly #channel: SteadyChannel<Channel>;
  readonly #declaring = new Map<string, Promise<void>>();
  readonly #declared = new Set<string>();
  /** Concurrent pings share one request, so that requests do not pile up at a broker that hangs. */
  #pinging: Promise<unknown> | undefined;

  /** A command gets a delay queue for each of `delays`, in milliseconds. */
  constructor(names: AmqpNames, delays: readonly number[], connection: AmqpConnection, logger: Logger) {
    this.names = names;
    this.#delays = delays;
    this.#channel = new SteadyChannel({
      name: 'topology',
      logger,
      open: connection.openChannel,
      setUp: () => Promise.resolve(),
      lost: () => {
        this.#declaring.clear();
        this.#declared.clear();
      },
    });
  }

  /** Whether the command's queues have been declared on this connection. */
  isDeclared(contract: ContractName): boolean {
    return this.#declared.has(contractName(contract));
  }

  /** Errors: `unavailable` if the command's queues cannot be declared within the time. */
  async declareCommand(contract: ContractName, withinMs: number): Promise<void> {
    const key = contractName(contract);
    if (this.#declared.has(key)) return;
    const underWay = this.#declaring.get(key);
    if (underWay !== undefined) return underWay;
    const declaring = this.#declare(contract, withinMs).finally(() => {
      if (this.#declaring.get(key) === declaring) this.#declaring.delete(key);
    });
    this.#declaring.set(key, declaring);
    return declaring;
  }

  /** Declares a command's queues again, after one of them was found to be missing. */
  async redeclareCommand(contract: ContractName, withinMs: number): Promise<void> {
    this.#declared.delete(contractName(contract));
    await this.declareCommand(contract, withinMs);
  }

  /** Messages ready in the command's queue, waiting in its delay queues, and dead-lettered. */
  async count(contract: ContractName, withinMs: number): Promise<{ ready: number; delayed: number; dead: number }> {
    await this.declareCommand(contract, withinMs);
    const channel = await this.#channel.ready(withinMs);
    const countOf = async (queue: string): Promise<number> => (await channel.checkQueue(queue)).messageCount;
    try {
      const delayed = await Promise.all(this.#delays.map((delay) => countOf(this.names.delay(contract, delay))));
      return {
        ready: await countOf(this.names.queue(contract)),
        delayed: delayed.reduce((sum, count) => sum + count, 0),
        dead: await countOf(this.names.deadLetters(contract)),
      };
    } catch (error) {
      throw unavailable('The message broker', error);
    }
  }

  /** Errors: `unavailable` if the broker does not respond within the time. */
  async ping(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    const channel = await this.#channel.ready(withinMs);
    this.#pinging ??= channel.checkExchange(BUILT_IN_EXCHANGE).finally(() => {
      this.#pinging = undefined;
    });
    const response = this.#pinging.then(() => true);
    if (!(await settledWithin(response, deadline - Date.now()))) throw unavailable('The message broker');
    await response.catch((error: unknown) => {
      throw unavailable('The message broker', error);
    });
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  async #declare(contract: ContractName, withinMs: number): Promise<void> {
    const channel = await this.#channel.ready(withinMs);
    const { names } = this;
    const queue = names.queue(contract);
    const dead = names.deadLetters(contract);
    try {
      await channel.assertQueue(dead, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
      const limits = { ...deadLettersTo(dead), 'x-delivery-limit': DELIVERY_LIMIT };
      await channel.assertQueue(queue, { durable: true, arguments: limits });
      for (const delay of this.#delays) {
        const back = { ...deadLettersTo(queue), 'x-message-ttl': delay };
        await channel.assertQueue(names.delay(contract, delay), { durable: true, arguments: back });
      }
      if (this.#channel.current === channel) this.#declared.add(contractName(contract));
    } catch (error) {
      throw unavailable('The message broker', error);
    }
  }
}
