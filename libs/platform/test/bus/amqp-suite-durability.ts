import { expect, test } from '@jest/globals';
import type { TogglingProxy } from '@strata/testkit/toggling-proxy';
import type { AmqpFixture } from './amqp-fixture.ts';
import { CONTEXT, Gate, newCall, newCommand, until } from './bus-fixture.ts';

/** The fixture of the tests over a real broker. */
export interface BrokerFixture {
  open: AmqpFixture['open'];
  openThroughProxy: AmqpFixture['open'];
  fixture(): AmqpFixture;
  proxy(): TogglingProxy;
}

const LONG_MS = 600_000;

export function describeDurability({ open, fixture }: BrokerFixture): void {
  test('a command sent without a consumer is stored until there is one', async () => {
    const contract = newCommand();
    await open().send(contract, { id: 1 }, CONTEXT);
    const ids: number[] = [];
    await open().consume(contract, ([delivery]) => Promise.resolve(void ids.push(delivery?.payload.id ?? -1)));
    await until(() => ids.length === 1);
    expect(ids).toEqual([1]);
  });

  test('commands that a closing consumer has not started go to another', async () => {
    const contract = newCommand();
    const gate = new Gate();
    const first: number[] = [];
    const second: number[] = [];
    const closing = open();
    await closing.consume(contract, async ([delivery]) => {
      await gate.pass();
      first.push(delivery?.payload.id ?? -1);
    });
    const sender = open();
    await sender.send(contract, { id: 1 }, CONTEXT);
    await until(() => gate.waiting === 1);
    await sender.send(contract, { id: 2 }, CONTEXT);
    // One handled and one waiting at this consumer: none ready at the broker, so its own figures say it is there.
    await until(() => closing.consumerFigures(contract).waiting === 1);
    const closed = closing.close(LONG_MS);
    gate.open();
    await closed;
    await open().consume(contract, ([delivery]) => Promise.resolve(void second.push(delivery?.payload.id ?? -1)));
    await until(() => second.length === 1);
    expect({ first, second }).toEqual({ first: [1], second: [2] });
  });

  test('a queue that is deleted while in use is declared again', async () => {
    const contract = newCommand();
    const ids: number[] = [];
    const bus = open();
    await bus.consume(contract, ([delivery]) => Promise.resolve(void ids.push(delivery?.payload.id ?? -1)));
    await bus.send(contract, { id: 1 }, CONTEXT);
    await until(() => ids.length === 1);
    await (await fixture().rawChannel()).deleteQueue(fixture().names.queue(contract));
    await bus.send(contract, { id: 2 }, CONTEXT);
    await until(() => ids.length === 2);
  });

  test('a dead letter keeps its content and its context', async () => {
    const contract = newCommand(1);
    const bus = open();
    await bus.consume(contract, () => Promise.reject(new Error('never')));
    await bus.send(contract, { id: 1, text: 'kept' }, CONTEXT);
    await until(async () => (await bus.queueFigures(contract)).failed === 1);
    const letter = await (await fixture().rawChannel()).get(fixture().names.deadLetters(contract), { noAck: true });
    if (letter === false) throw new Error('there is no dead letter');
    expect(JSON.parse(letter.content.toString())).toEqual({ id: 1, text: 'kept' });
    expect(JSON.parse(String(letter.properties.headers?.context))).toEqual(CONTEXT);
  });

  test('many concurrent sends are all confirmed and all consumed', async () => {
    const contract = newCommand();
    const ids = new Set<number>();
    await open().consume(
      contract,
      (deliveries) => {
        for (const { payload } of deliveries) ids.add(payload.id);
        return Promise.resolve();
      },
      { batchSize: 200 },
    );
    const sender = open({ sendDeadlineMs: 25_000 });
    await Promise.all(Array.from({ length: 5_000 }, (_, id) => sender.send(contract, { id }, CONTEXT)));
    await until(() => ids.size === 5_000);
  });

  test('buses with different prefixes are separate', async () => {
    const contract = newCall();
    await open().serve(contract, ({ value }) => Promise.resolve({ value }));
    const stranger = open({ prefix: `${fixture().prefix}-elsewhere` });
    await expect(stranger.call(contract, { value: 1 }, CONTEXT)).rejects.toMatchObject({ code: 'unavailable' });
  });
}
