import { randomBytes } from 'node:crypto';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { AnnouncementContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';
import { encodedOf } from './message.ts';
import type { AmqpParts } from './parts.ts';
import { AmqpReceiver } from './receiver.ts';
import { ANNOUNCEMENTS, INBOX } from './topology.ts';
import { describeFailure } from '../describe-failure.ts';
import { contractName, decodeMessage } from '../message-codec.ts';
import { stopwatch } from '../../metrics/stopwatch.ts';

const PREFETCH = 64;

/** Receives one announcement through a queue of this process, which the broker deletes with the connection. */
export function receiveAnnouncements<Payload extends z.ZodType>(
  contract: AnnouncementContract<Payload>,
  handler: (payload: z.output<Payload>, context: RequestContext) => Promise<void>,
  subscriber: string,
  { names, logger, observe, traces, inbound }: AmqpParts,
): AmqpReceiver {
  const handle = async (channel: Channel, message: ConsumeMessage): Promise<void> => {
    const elapsed = stopwatch();
    try {
      const { payload, context } = decodeMessage(contract.payload, contract, encodedOf(message));
      await traces.handle(contract, [{ context }], () => handler(payload, context));
      observe.messageHandled(contract, 'done', elapsed());
    } catch (error) {
      const log = { contract: contractName(contract), ...describeFailure(error) };
      logger.error('An announcement could not be handled', log);
      observe.messageHandled(contract, 'dead_lettered', elapsed());
    }
    receiver.settle(() => {
      channel.ack(message);
    });
  };

  // One at a time: a later announcement about a subject must not overtake an earlier one.
  let last = Promise.resolve();
  const receiver = new AmqpReceiver({
    name: contractName(contract),
    logger,
    connection: inbound,
    setUp: async (channel) => {
      await channel.assertExchange(names.announcements, 'topic', ANNOUNCEMENTS);
      // A new name each time: the broker may not yet have noticed that the last connection is lost.
      const inbox = names.inbox(contract, `${subscriber}.${randomBytes(4).toString('hex')}`);
      const { queue } = await channel.assertQueue(inbox, INBOX);
      await channel.bindQueue(queue, names.announcements, contractName(contract));
      await channel.prefetch(PREFETCH);
      return queue;
    },
    receive: (channel, message) => (last = last.then(() => handle(channel, message))),
  });
  return receiver;
}
