import { COMMANDS } from '@strata/contracts/calls/commands';
import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { connect } from 'amqplib';
import { PREFIX, type FaultSystem } from '../fault-system.ts';

/** The number of dead letters, by queue. */
export async function deadLetters({ rabbitmq }: Pick<FaultSystem, 'rabbitmq'>): Promise<Map<string, number>> {
  const names = new AmqpNames(PREFIX);
  const broker = await connect(rabbitmq.url);
  try {
    const channel = await broker.createChannel();
    const counts = new Map<string, number>();
    for (const command of COMMANDS) {
      const queue = names.deadLetters(command);
      counts.set(queue, (await channel.checkQueue(queue)).messageCount);
    }
    return counts;
  } finally {
    await broker.close();
  }
}
