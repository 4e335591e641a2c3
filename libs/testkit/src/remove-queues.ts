import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { DEFAULT_RETRY_LADDER } from '@strata/platform/bus/retry-ladder';
import { connect } from 'amqplib';

/** Every command of the system; their queues outlive the processes that use them. */
export const COMMANDS = [
  { kind: 'command', service: 'ingest', name: 'storeEvents' },
  { kind: 'command', service: 'learn-compiler', name: 'queueLearning' },
  { kind: 'command', service: 'enterprise-org', name: 'recordAccesses' },
  { kind: 'command', service: 'enterprise-org', name: 'recordAudit' },
] as const;

/** The queues of all commands, with those of dead letters and of what is tried again. */
export const queuesOf = (names: AmqpNames): string[] =>
  COMMANDS.flatMap((command) => [
    ...[names.queue(command), names.deadLetters(command)],
    ...DEFAULT_RETRY_LADDER.map((delay) => names.delay(command, delay)),
  ]);

/**
 * Removes what a system with names of its own leaves at the broker, once it is closed. A broker is not made for
 * thousands of forgotten queues: each holds files open, and at some number it takes no connection any more.
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
