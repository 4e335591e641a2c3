import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { eventually } from '@strata/testkit/eventually';
import type { RealServices } from '@strata/testkit/real-services';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import { pidOf } from '../fixtures/pid-of.ts';
import { eventWithSecrets, type LeakFixtureWithSession } from './plant-in-events.ts';
import { expectStatus, fillVault } from './plant-in-vaults.ts';
import { textsOfQueues, type Found } from './stores.ts';

const STORE_EVENTS = { kind: 'command', service: 'ingest', name: 'storeEvents' } as const;
const EVENTS = 5;

/**
 * Ends ingest and vault while they are used, with nobody to start them again, so that what they are sent waits, and makes
 * one waiting message a dead letter. @returns what waited, and what was dead
 */
export async function interrupt(
  ground: LeakFixtureWithSession,
  supervisor: number,
  { AMQP_URL: url, AMQP_PREFIX: prefix, REDIS_URL }: RealServices['env'],
): Promise<Found[]> {
  const { client: listener, secrets, company, canary } = ground;
  const { credential: as } = company.tenant.user;
  const { items } = await fillVault(ground, 'Pier');
  const pids = await Promise.all(['ingest', 'vault'].map((service) => pidOf(service, supervisor)));
  const put = (where: string) =>
    listener.send(`POST ${items}`, { as, body: { name: 'gate', type: 'secret', value: secrets.value(where) } });

  process.kill(supervisor, 'SIGSTOP');
  try {
    const underWay = [put('a value under way'), put('another value under way')];
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await Promise.all(underWay);
    expectStatus(await put('a value for a vault that is gone'), 503, 'A vault that is gone');
    for (let place = 0; place < EVENTS; place += 1) {
      const body = eventWithSecrets(secrets, `event ${String(place)} for a queue`, canary);
      expectStatus(await listener.send('POST /v1/capture', { as, body }), 202, 'An event for a queue');
    }
    await spoilOne(url, prefix);
    const waiting = await textsOfQueues(url, prefix);
    const redis = new Redis(REDIS_URL);
    await redis.set(`${prefix}:leaks`, canary, 'EX', 600);
    redis.disconnect();
    return [...waiting, ...(await deadLetters())];
  } finally {
    process.kill(supervisor, 'SIGCONT');
  }

  /** What cannot be read is dead once somebody reads it again. */
  async function deadLetters(): Promise<Found[]> {
    process.kill(supervisor, 'SIGCONT');
    return eventually(
      async () => {
        const dead = (await textsOfQueues(url, prefix)).filter(({ where }) => where.endsWith('.dead'));
        return dead.length > 0 ? dead : undefined;
      },
      { withinMs: 60_000 },
    );
  }
}

/** Puts a copy of a waiting message beside it that nobody can read. */
async function spoilOne(url: string, prefix: string): Promise<void> {
  const broker = await connect(url);
  const queue = new AmqpNames(prefix).queue(STORE_EVENTS);
  const channel = await broker.createConfirmChannel();
  const message = await channel.get(queue);
  if (message === false) throw new Error('No event waits');
  channel.sendToQueue(queue, Buffer.concat([message.content, Buffer.from('}')]), message.properties);
  await channel.waitForConfirms();
  await broker.close();
}
