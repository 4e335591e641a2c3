import { COMMANDS } from '@strata/contracts/calls/commands';
import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { DEFAULT_RETRY_LADDER } from '@strata/platform/bus/retry-ladder';
import { connect } from 'amqplib';

/** The queues of all commands, including their dead-letter and retry queues. */
export const queuesOf = (names: AmqpNames): string[] =>
  COMMANDS.flatMap((command) => [
    ...[names.queue(command), names.deadLetters(command)],
    ...DEFAULT_RETRY_LADDER.map((delay) => names.delay(command, delay)),
  ]);

/**
 * Removes the queues and the exchange that a closed system with its own prefix leaves at the broker. Each forgotten queue
 * keeps files open, and after some thousands the broker accepts no more connections.
 */
export async function removeQueues(url: string, prefix: string): Promise<void> {
  const names = new AmqpNames(prefix);
  const broker = await connect(url);
  try {
    const channel = await broker.createChannel();
    for (const queue of queuesOf(names)) await channel.deleteQueue(queue);
    await channel.deleteExchange(names.announcements);
  } finally {
    await broker.close();
  }
}
