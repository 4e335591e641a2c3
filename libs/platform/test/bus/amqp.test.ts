import { afterEach, beforeEach, describe } from '@jest/globals';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { AmqpFixture } from './amqp-fixture.ts';
import { describeBadMessages } from './amqp-suite-bad-messages.ts';
import { describeDurability } from './amqp-suite-durability.ts';
import { describeOutages } from './amqp-suite-outages.ts';
import { describeBus } from './bus-suite.ts';

const url = process.env.AMQP_URL ?? '';

const describeWithBroker = url === '' ? describe.skip : describe;
const title = url === '' ? 'the bus over RabbitMQ (skipped: AMQP_URL is not set)' : 'the bus over RabbitMQ';

describeWithBroker(title, () => {
  describeBus(() => new AmqpFixture(url));

  let fixture: AmqpFixture;
  let proxy: TogglingProxy;

  beforeEach(async () => {
    fixture = new AmqpFixture(url);
    proxy = await TogglingProxy.open(new URL(url), 5672);
  });

  afterEach(async () => {
    await fixture.close();
    await proxy.close();
  });

  const broker = {
    /** A bus with an undisturbed connection. */
    open: (...options: Parameters<AmqpFixture['open']>) => fixture.open(...options),
    /** A bus whose connection the test can break. */
    openThroughProxy: (options: Parameters<AmqpFixture['open']>[0] = {}) =>
      fixture.open({ url: proxy.through(new URL(url)), ...options }),
    fixture: () => fixture,
    proxy: () => proxy,
  };
  describe('durability', () => {
    describeDurability(broker);
  });
  describe('bad messages', () => {
    describeBadMessages(broker);
  });
  describe('outages of the broker', () => {
    describeOutages(broker);
  });
});
