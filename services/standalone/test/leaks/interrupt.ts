import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { eventually } from '@strata/testkit/eventually';
import type { RealServices } from '@strata/testkit/real-services';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import type { SpawnedSystem } from '../fixtures/spawned-system.ts';
import { expectStatus, type LeakFixture } from './leak-fixture.ts';
import { eventWithSecrets } from './plant-in-events.ts';
import { fillVault } from './plant-in-vaults.ts';
import { textsOfQueues, type StoredText } from './stores.ts';

const STORE_EVENTS = { kind: 'command', service: 'ingest', name: 'storeEvents' } as const;
const EVENTS = 5;

/**
 * Kills ingest and vault under load while the supervisor is stopped, so that messages to them wait in their queues, and
 * makes one of the messages a dead letter. Returns the contents of the queues and of the dead letter.
 */
export async function interrupt(
  fixture: LeakFixture,
  system: SpawnedSystem,
  { AMQP_URL: url, AMQP_PREFIX: prefix, REDIS_URL }: RealServices['env'],
): Promise<StoredText[]> {
  const { client, secrets, organization, canary } = fixture;
  const { credential: as } = organization.tenant.user;
  const supervisor = system.process.pid ?? 0;
  const { items } = await fillVault(fixture, 'Pier');
  const pids = await Promise.all(['ingest', 'vault'].map((service) => system.pidOf(service)));
  const put = (where: string) =>
    client.send(`POST ${items}`, { as, body: { name: 'gate', type: 'secret', value: secrets.value(where) } });

  process.kill(supervisor, 'SIGSTOP');
  try {
    const inFlight = [put('a value in flight'), put('another value in flight')];
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await Promise.all(inFlight);
    expectStatus(await put('a value for a killed vault'), 503, 'A killed vault');
    for (let place = 0; place < EVENTS; place += 1) {
      // Without an idempotency key: a new key is accepted only while ingest responds.
      const event = eventWithSecrets(secrets, `event ${String(place)} for a queue`, canary);
      const body = { ...event, idempotencyKey: undefined };
      expectStatus(await client.send('POST /v1/capture', { as, body }), 202, 'An event for a queue');
    }
    await addUnreadableCopy(url, prefix);
    const waiting = await textsOfQueues(url, prefix);
    const redis = new Redis(REDIS_URL);
    await redis.set(`${prefix}:leaks`, canary, 'EX', 600);
    redis.disconnect();
    return [...waiting, ...(await deadLetters())];
  } finally {
    process.kill(supervisor, 'SIGCONT');
  }

  /** An unreadable message becomes a dead letter when ingest runs again. */
  async function deadLetters(): Promise<StoredText[]> {
    process.kill(supervisor, 'SIGCONT');
    return eventually(async () => {
      const dead = (await textsOfQueues(url, prefix)).filter(({ where }) => where.endsWith('.dead'));
      return dead.length > 0 ? dead : undefined;
    });
  }
}

/** Adds an unreadable copy of a waiting message. */
async function addUnreadableCopy(url: string, prefix: string): Promise<void> {
  const broker = await connect(url);
  const queue = new AmqpNames(prefix).queue(STORE_EVENTS);
  const channel = await broker.createConfirmChannel();
  const message = await channel.get(queue);
  if (message === false) throw new Error('No event is waiting');
  channel.sendToQueue(queue, Buffer.concat([message.content, Buffer.from('}')]), message.properties);
  await channel.waitForConfirms();
  await broker.close();
}
