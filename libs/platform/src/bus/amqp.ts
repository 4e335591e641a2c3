import { unavailable } from '@strata/kernel/errors';
import type { Logger } from '../log/logger.ts';
import { AmqpCaller } from './amqp/caller.ts';
import { AmqpConnection } from './amqp/connection.ts';
import { consumeCommands, type AmqpConsumer } from './amqp/consumer.ts';
import { contentOf, type MessageHeaders } from './amqp/message.ts';
import type { AmqpParts } from './amqp/parts.ts';
import { AmqpPublisher, type Outgoing } from './amqp/publisher.ts';
import type { AmqpReceiver } from './amqp/receiver.ts';
import { serveCalls } from './amqp/server.ts';
import { receiveAnnouncements } from './amqp/subscriber.ts';
import { AmqpNames, AmqpTopology, ANNOUNCEMENTS } from './amqp/topology.ts';
import { settledWithin } from './bounded-wait.ts';
import type { Bus } from './bus.ts';
import { sumConsumerFigures } from './consumer-figures.ts';
import { silentObserver, type BusObserver } from './bus-observer.ts';
import { contractName, decodeMessage, encodeMessage, type ContractName, type EncodedMessage } from './message-codec.ts';
import { observeCall, observeSend } from './observe-sending.ts';
import { DEFAULT_RETRY_LADDER, type RetryLadder } from './retry-ladder.ts';
import { traceMessages } from './trace-messages.ts';

export interface AmqpBusOptions {
  /** An `amqp://` or `amqps://` URL with its credentials; never logged. */
  readonly url: string;
  readonly service: string;
  /** Distinguishes the processes of a service at the broker. */
  readonly instanceId: string;
  readonly logger: Logger;
  readonly observe?: BusObserver | undefined;
  /** The beginning of every name at the broker (default `strata`). Buses with different prefixes are separate. */
  readonly prefix?: string | undefined;
  /** Milliseconds within which a `send` or `announce` must be confirmed, across reconnects (default 5,000). */
  readonly sendDeadlineMs?: number | undefined;
  /** Milliseconds that a call, or the start of a receiver, waits for a connection (default 2,000). */
  readonly connectMs?: number | undefined;
  /** The delays of retries; the same in all processes of one system. */
  readonly retryLadder?: RetryLadder | undefined;
}

const DEFAULT_PREFIX = 'strata';
const DEFAULT_SEND_DEADLINE_MS = 5_000;
const DEFAULT_CONNECT_MS = 2_000;
const DEFAULT_PREFETCH = 64;
const DEFAULT_GRACE_MS = 10_000;
const LAST_MOMENTS_MS = 1_000;

export interface AmqpBus extends Bus {
  /**
   * Takes no more messages, so that other processes of the service get them, and waits for those in progress, at most `graceMs`
   * (default 10,000). Calls and sends still work.
   */
  stopReceiving(graceMs?: number): Promise<void>;
}

/**
 * The bus over RabbitMQ. Connects in the background and reconnects by itself, for ever. Without a connection, calls and
 * sends wait briefly and then fail with `unavailable`; receivers resume after a reconnect. Throws when the URL is not an
 * `amqp:` or `amqps:` URL.
 */
export function createAmqpBus(options: AmqpBusOptions): AmqpBus {
  const { url, service, instanceId, logger, prefix = DEFAULT_PREFIX, connectMs = DEFAULT_CONNECT_MS } = options;
  const sendDeadlineMs = options.sendDeadlineMs ?? DEFAULT_SEND_DEADLINE_MS;
  const retryLadder = options.retryLadder ?? DEFAULT_RETRY_LADDER;
  const observe = options.observe ?? silentObserver;
  const traces = traceMessages('rabbitmq');
  const subscriber = `${service}.${instanceId}`;

  const inbound = new AmqpConnection(url, `${subscriber} in`, logger);
  const outbound = new AmqpConnection(url, `${subscriber} out`, logger);
  const names = new AmqpNames(prefix);
  const topology = new AmqpTopology(names, retryLadder, outbound, logger);
  const caller = new AmqpCaller(names, outbound, logger);
  const publisher = new AmqpPublisher(outbound, logger, (channel) =>
    channel.assertExchange(names.announcements, 'topic', ANNOUNCEMENTS),
  );
  const parts: AmqpParts = {
    names,
    logger,
    observe,
    traces,
    inbound,
    topology,
    publisher,
    caller,
    retryLadder,
    sendDeadlineMs,
  };
  const receivers: AmqpReceiver[] = [];
  const consumers = new Map<string, AmqpConsumer[]>();
  let open = true;

  let stopped: Promise<unknown> | undefined;
  const stopReceiving = async (graceMs = DEFAULT_GRACE_MS): Promise<void> => {
    stopped ??= Promise.all(receivers.map((receiver) => receiver.close(graceMs)));
    await settledWithin(stopped, graceMs + LAST_MOMENTS_MS);
  };

  const start = async (receiver: AmqpReceiver): Promise<void> => {
    receivers.push(receiver);
    await receiver.started(connectMs);
  };

  const publish = async (
    message: EncodedMessage,
    outgoing: Pick<Outgoing, 'exchange' | 'routingKey' | 'options'>,
    command?: ContractName,
  ): Promise<void> => {
    if (!open) throw unavailable('The message bus');
    const sentAt = Date.now();
    if (command !== undefined && !topology.isDeclared(command)) await topology.declareCommand(command, sendDeadlineMs);
    const headers: MessageHeaders = { context: message.context, sentAt };
    await publisher.publish({
      ...outgoing,
      content: contentOf(message),
      options: { ...outgoing.options, contentType: 'application/json', headers },
      deadlineMs: sentAt + sendDeadlineMs - Date.now(),
      ...(command === undefined ? {} : { onReturned: () => topology.redeclareCommand(command, sendDeadlineMs) }),
    });
  };

  return {
    call: async (contract, request, context, { deadlineMs = contract.deadlineMs } = {}) => {
      if (!open) throw unavailable('The message bus');
      return traces.call(contract, context, () => {
        const message = encodeMessage(request, context);
        return observeCall(contract, { observe, logger }, () =>
          caller.call(contract, message, { deadlineMs, connectMs }),
        );
      });
    },

    serve: (contract, handler, { prefetch = DEFAULT_PREFETCH } = {}) =>
      start(serveCalls(contract, handler, prefetch, parts)),

    send: (contract, payload, context) =>
      traces.send(contract, context, () =>
        observeSend(contract, parts, async () => {
          const message = encodeMessage(payload, context);
          // A payload that its consumer would dead-letter must not be accepted.
          decodeMessage(contract.payload, contract, message);
          const options = { persistent: true, mandatory: true };
          await publish(message, { exchange: '', routingKey: names.queue(contract), options }, contract);
        }),
      ),

    consume: async (contract, handler, consumeOptions = {}) => {
      const consumer = consumeCommands(contract, handler, consumeOptions, parts);
      const key = contractName(contract);
      consumers.set(key, [...(consumers.get(key) ?? []), consumer]);
      await start(consumer.receiver);
    },

    announce: (contract, payload, context) =>
      traces.send(contract, context, () =>
        observeSend(contract, parts, async () => {
          const message = encodeMessage(payload, context);
          decodeMessage(contract.payload, contract, message);
          await publish(message, { exchange: names.announcements, routingKey: contractName(contract), options: {} });
        }),
      ),

    subscribe: (contract, handler) => start(receiveAnnouncements(contract, handler, subscriber, parts)),

    queueFigures: async (contract) => {
      const { ready, delayed, dead } = await topology.count(contract, connectMs);
      return { waiting: ready + delayed, failed: dead };
    },

    consumerFigures: (contract) =>
      sumConsumerFigures((consumers.get(contractName(contract)) ?? []).map((consumer) => consumer.figures())),

    isConnected: () => open && inbound.isUp && outbound.isUp,

    ping: async (withinMs) => {
      if (!open) throw unavailable('The message bus');
      await topology.ping(withinMs);
    },

    stopReceiving,

    close: async (graceMs = DEFAULT_GRACE_MS) => {
      const deadline = Date.now() + graceMs;
      const left = (): number => Math.max(0, deadline - Date.now());
      // Running handlers may still call and send, so the outgoing side closes last.
      await stopReceiving(graceMs);
      open = false;
      const sent = Promise.all([caller.close(left()), publisher.close(left()), topology.close()]);
      await settledWithin(sent, left() + LAST_MOMENTS_MS);
      await Promise.all([inbound.close(), outbound.close()]);
    },
  };
}
