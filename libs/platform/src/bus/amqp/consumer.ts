import type { Channel, ConsumeMessage } from 'amqplib';
import type { CommandContract } from '@strata/contracts/message';
import type { z } from 'zod';
import { AmqpReceiver } from './receiver.ts';
import { encodedOf, numberHeader, type MessageHeaders } from './message.ts';
import { DelayedMessages } from './delayed-messages.ts';
import type { AmqpParts } from './parts.ts';
import { Batcher } from '../batcher.ts';
import { pause } from '../bounded-wait.ts';
import type { ConsumerFigures, ConsumerOptions, Delivery } from '../bus.ts';
import { secondsSince, secondsSinceOldest } from '../bus-observer.ts';
import { describeFailure } from '../describe-failure.ts';
import { handleBatch, type BatchRules, type Outcome } from '../handle-batch.ts';
import { contractName, decodeMessage } from '../message-codec.ts';
import { jittered, rungOf } from '../retry-ladder.ts';
import { stopwatch } from '../../metrics/stopwatch.ts';
import { fieldsOfTraceparent } from '../../tracing/trace-context.ts';
import { sumOf, UnitsInHand } from '../units-in-hand.ts';

const MAX_PREFETCH = 10_000;

/** Longest pause of a consumer whose dependency is down, so that it does not move its whole queue into the delay queues. */
export const MAX_PAUSE_MS = 2_000;

/** Failures in a row after which a command is reported as stuck. */
const STUCK_AFTER = 5;

interface Item<Payload> {
  readonly channel: Channel;
  readonly message: ConsumeMessage;
  readonly delivery: Delivery<Payload>;
  readonly units: number;
}

export interface AmqpConsumer {
  readonly receiver: AmqpReceiver;
  figures(): ConsumerFigures;
}

/** Consumes one command in batches. Every message ends acknowledged, in a delay queue, or as a dead letter. */
export function consumeCommands<Payload extends z.ZodType>(
  contract: CommandContract<Payload>,
  handler: (deliveries: readonly Delivery<z.output<Payload>>[]) => Promise<void>,
  options: ConsumerOptions<z.output<Payload>>,
  { names, topology, publisher, logger, observe, traces, inbound, retryLadder, sendDeadlineMs }: AmqpParts,
): AmqpConsumer {
  const { batchSize = 1, concurrency = 1, unitsOf = () => 1 } = options;
  /** The sending time of each message taken from the queue. */
  const sentAt = new Map<ConsumeMessage, number>();
  const delayed = new DelayedMessages();
  const inHand = new UnitsInHand();
  let active = 0;
  let postponedBatches = 0;

  const retryLater = async (
    { channel, message, delivery }: Item<z.output<Payload>>,
    countsAsAttempt: boolean,
  ): Promise<void> => {
    const failures = numberHeader(message, 'failures', 0) + 1;
    const rung = rungOf(retryLadder, failures);
    const headers: MessageHeaders = {
      context: JSON.stringify(delivery.context),
      sentAt: numberHeader(message, 'sentAt', Date.now()),
      attempt: delivery.attempt + (countsAsAttempt ? 1 : 0),
      failures,
    };
    const publish = (): Promise<void> =>
      publisher.publish({
        exchange: '',
        routingKey: names.delay(contract, rung),
        content: message.content,
        options: { persistent: true, mandatory: true, expiration: jittered(rung), headers },
        deadlineMs: sendDeadlineMs,
        onReturned: () => topology.redeclareCommand(contract, sendDeadlineMs),
      });
    // Held meanwhile: each return to the queue would count against the broker's own limit of deliveries.
    while (receiver.holds(channel) && !receiver.draining.aborted) {
      const isDelayed = await publish().then(
        () => true,
        () => false,
      );
      if (!isDelayed) continue;
      delayed.add(headers.sentAt, rung + MAX_PAUSE_MS);
      receiver.settle(() => {
        channel.ack(message);
      });
      return;
    }
    receiver.settle(() => {
      channel.nack(message, false, true);
    });
  };

  const settle = async (item: Item<z.output<Payload>>, outcome: Outcome): Promise<void> => {
    const { channel, message, delivery } = item;
    if (outcome.kind === 'done') {
      receiver.settle(() => {
        channel.ack(message);
      });
      return;
    }
    const log = {
      contract: contractName(contract),
      attempt: delivery.attempt,
      ...fieldsOfTraceparent(delivery.context.traceparent),
      ...describeFailure(outcome.error),
    };
    if (outcome.kind !== 'dead_lettered') {
      if (isStuck(item, outcome)) logger.error('A command keeps failing, and is retried until it succeeds', log);
      else logger.warn('A command failed and will be retried', log);
      await retryLater(item, outcome.kind === 'retried' && outcome.countsAsAttempt);
      return;
    }
    logger.error('A command was dead-lettered', log);
    receiver.settle(() => {
      channel.nack(message, false, false);
    });
  };

  const handle = async (items: readonly Item<z.output<Payload>>[]): Promise<void> => {
    const elapsed = stopwatch();
    for (const { message } of items) observe.queueWait(contract, secondsSince(sentAt.get(message) ?? Date.now()));
    const deliveries = items.map(({ delivery }) => delivery);
    const rules: BatchRules<z.output<Payload>> = {
      handler,
      maxAttempts: contract.maxAttempts,
      onDeadLetter: options.onDeadLetter,
      trace: (messages, work) => traces.handle(contract, messages, work),
    };
    const outcomes = await handleBatch(deliveries, rules);
    const seconds = elapsed();
    for (const [index, outcome] of outcomes.entries()) {
      const item = items[index];
      const stuck = item !== undefined && isStuck(item, outcome);
      observe.messageHandled(contract, stuck ? 'stuck' : outcome.kind, seconds);
    }
    const allPostponed = outcomes.every(({ kind }) => kind === 'postponed');
    postponedBatches = allPostponed ? postponedBatches + 1 : 0;
    const last = items.at(-1);
    if (concurrency === 1 && last !== undefined && outcomes.every(({ kind }) => kind === 'done')) {
      // Everything before this batch has been settled, so one acknowledgement covers it all.
      receiver.settle(() => {
        last.channel.ack(last.message, true);
      });
      return;
    }
    await Promise.all(
      items.map(async (item, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined) await settle(item, outcome);
      }),
    );
  };

  const batcher = new Batcher<Item<z.output<Payload>>>(options, async (batch) => {
    const items = receiver.draining.aborted ? [] : batch.filter(({ channel }) => receiver.holds(channel));
    active += items.length;
    inHand.start(sumOf(batch));
    if (items.length > 0) await receiver.work.track(() => handle(items));
    active -= items.length;
    inHand.end(sumOf(batch));
    for (const { message } of batch) sentAt.delete(message);
    if (items.length > 0 && postponedBatches > 0) {
      await pause(Math.min(MAX_PAUSE_MS, rungOf(retryLadder, postponedBatches)), receiver.draining);
    }
  });

  const receive = (channel: Channel, message: ConsumeMessage): Promise<void> => {
    try {
      const decoded = decodeMessage(contract.payload, contract, encodedOf(message));
      sentAt.set(message, numberHeader(message, 'sentAt', Date.now()));
      const units = unitsOf(decoded.payload);
      inHand.take(units);
      batcher.add({ channel, message, units, delivery: { ...decoded, attempt: numberHeader(message, 'attempt', 1) } });
    } catch (error) {
      logger.error('A bad message was dead-lettered', { contract: contractName(contract), ...describeFailure(error) });
      observe.messageHandled(contract, 'dead_lettered', 0);
      receiver.settle(() => {
        channel.nack(message, false, false);
      });
    }
    return Promise.resolve();
  };

  const receiver = new AmqpReceiver({
    name: contractName(contract),
    logger,
    connection: inbound,
    setUp: async (channel) => {
      await topology.declareCommand(contract, sendDeadlineMs);
      await channel.prefetch(Math.min(MAX_PREFETCH, batchSize * (concurrency + 1)));
      return names.queue(contract);
    },
    receive,
  });
  receiver.draining.addEventListener('abort', () => inHand.drop(sumOf(batcher.takeWaiting())));
  const figures = (): ConsumerFigures => ({
    waiting: batcher.waiting,
    active,
    units: inHand.figures,
    oldestSeconds: secondsSinceOldest([...delayed.sendingTimes(), ...sentAt.values()]),
  });
  return { receiver, figures };
}

/** Whether a command fails again and again although every dependency responds. */
const isStuck = ({ message }: { readonly message: ConsumeMessage }, { kind }: Outcome): boolean =>
  kind === 'retried' && numberHeader(message, 'failures', 0) + 1 >= STUCK_AFTER;
