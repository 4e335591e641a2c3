import { COMMANDS } from '@strata/contracts/calls/commands';
import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { DEFAULT_RETRY_LADDER } from '@strata/platform/bus/retry-ladder';
import { eventually } from '@strata/testkit/eventually';
import { connect } from 'amqplib';
import type { Fault } from '../fault.ts';
import { PREFIX, type FaultSystem } from '../fault-system.ts';
import { deadLetters } from '../rules/dead-letters.ts';

const names = new AmqpNames(PREFIX);
const POISON = ['not a message', '{}', JSON.stringify({ context: {}, payload: { kind: 'learn' } })];

const queuesOf = async ({ rabbitmq }: FaultSystem): Promise<string[]> =>
  (await rabbitmq.control('list_queues', '--no-table-headers', 'name'))
    .split('\n')
    .map((line) => line.trim())
    .filter((name) => name.startsWith(PREFIX));

/** Every queue there is: of commands, of their retries, of calls and of announcements. What a command queue is given must end as a dead letter. */
const poison: Fault = {
  name: 'poison',
  title: 'messages that break every contract, in every queue',
  seconds: [1, 3],
  begin: async (system) => {
    const queues = (await queuesOf(system)).filter((name) => !name.endsWith('.dead'));
    const broker = await connect(system.rabbitmq.url);
    const channel = await broker.createConfirmChannel();
    for (const queue of queues)
      for (const text of POISON) channel.sendToQueue(queue, Buffer.from(text), { persistent: true });
    await channel.waitForConfirms();
    await broker.close();
    const given = POISON.length * (1 + DEFAULT_RETRY_LADDER.length);
    return async () => {
      await eventually(async () => {
        const found = await deadLetters(system);
        const wrong = COMMANDS.map((command) => names.deadLetters(command)).filter(
          (queue) => found.get(queue) !== given,
        );
        if (wrong.length > 0)
          throw new Error(`Not ${given} dead letters: ${JSON.stringify(Object.fromEntries(found))}`);
        return true;
      });
      await discardDeadLetters(system);
    };
  },
};

async function discardDeadLetters({ rabbitmq }: FaultSystem): Promise<void> {
  const broker = await connect(rabbitmq.url);
  const channel = await broker.createChannel();
  for (const command of COMMANDS) await channel.purgeQueue(names.deadLetters(command));
  await broker.close();
}

const COPY = 'x-copy';

/** Takes messages out of the queues of all commands, beside their consumers, and puts two copies of each back. */
const duplicated: Fault = {
  name: 'duplicated-deliveries',
  title: 'commands are delivered twice',
  seconds: [4, 8],
  begin: async ({ rabbitmq }) => {
    const broker = await connect(rabbitmq.url);
    const channel = await broker.createConfirmChannel();
    await channel.prefetch(20);
    const tags: string[] = [];
    for (const command of COMMANDS) {
      const queue = names.queue(command);
      const { consumerTag } = await channel.consume(queue, (message) => {
        if (message === null) return;
        const { content, properties } = message;
        const headers: Record<string, unknown> = properties.headers ?? {};
        // A copy that comes back here goes on alone.
        const copies = headers[COPY] === undefined ? 2 : 1;
        const options = { ...properties, headers: { ...headers, [COPY]: true }, persistent: true };
        let missing = copies;
        for (let count = 0; count < copies; count += 1)
          channel.sendToQueue(queue, content, options, (error: unknown) => {
            missing -= 1;
            if (error === null && missing === 0) channel.ack(message);
          });
      });
      tags.push(consumerTag);
    }
    return async () => {
      for (const tag of tags) await channel.cancel(tag);
      await channel.waitForConfirms();
      // What is not acknowledged is delivered once more.
      await broker.close();
    };
  },
};

export const MESSAGE_FAULTS: readonly Fault[] = [poison, duplicated];
