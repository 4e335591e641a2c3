import type { Channel, ConsumeMessage } from 'amqplib';
import type { CallContract } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import type { z } from 'zod';
import { encodedOf, numberHeader } from './message.ts';
import type { AmqpParts } from './parts.ts';
import { PRESENCE_PROBE } from './presence-probe.ts';
import { AmqpReceiver } from './receiver.ts';
import { CALL_QUEUE } from './topology.ts';
import { handleCall, errorReply, type CallReply } from '../handle-call.ts';
import { contractName } from '../message-codec.ts';
import { stopwatch } from '../../metrics/stopwatch.ts';

/** Serves one call: at most `prefetch` at once, each at most once, and none after its deadline. */
export function serveCalls<Request extends z.ZodType, Response extends z.ZodType>(
  contract: CallContract<Request, Response>,
  handler: (request: z.output<Request>, context: RequestContext) => Promise<z.input<Response>>,
  prefetch: number,
  { names, caller, logger, observe, traces, inbound }: AmqpParts,
): AmqpReceiver {
  const serve = async (channel: Channel, message: ConsumeMessage): Promise<void> => {
    if (message.properties.type === PRESENCE_PROBE) {
      receiver.settle(() => {
        channel.ack(message);
      });
      return;
    }
    const elapsed = stopwatch();
    const startedAt = Date.now();
    const deadline = numberHeader(message, 'deadline', startedAt + contract.deadlineMs);
    if (startedAt < deadline) {
      const reply = message.fields.redelivered
        ? interrupted(contract)
        : await handleCall(
            contract,
            handler,
            { ...encodedOf(message), isAwaited: () => Date.now() < deadline },
            { logger, traces },
          );
      const left = deadline - Date.now();
      if (left > 0) await caller.reply(message, reply, left);
      observe.messageHandled(contract, reply.outcome, elapsed());
    } else {
      observe.messageHandled(contract, 'expired', 0);
      logger.warn('A call came after its deadline and was dropped', { contract: contractName(contract) });
    }
    receiver.settle(() => {
      channel.ack(message);
    });
  };

  const receiver = new AmqpReceiver({
    name: contractName(contract),
    logger,
    connection: inbound,
    setUp: async (channel) => {
      const { queue } = await channel.assertQueue(names.queue(contract), CALL_QUEUE);
      await channel.prefetch(prefetch);
      return queue;
    },
    receive: serve,
  });
  return receiver;
}

/** Another server got this call first and was lost. It may have been executed, so it is not executed again. */
const interrupted = (contract: CallContract<z.ZodType, z.ZodType>): CallReply =>
  errorReply(unavailable(contractName(contract)));
