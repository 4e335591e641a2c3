import { expect, test } from '@jest/globals';
import type { TogglingProxy } from '@strata/testkit/toggling-proxy';
import type { AmqpFixture } from './amqp-fixture.ts';
import { RejectMessage } from '../../src/bus/bus.ts';
import { CONTEXT, FAST_LADDER, Gate, newCall, newCommand, until } from './bus-fixture.ts';

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

  test('a bus that stops receiving ends what it serves, and leaves what comes then to another', async () => {
    const contract = newCall();
    const gate = new Gate();
    const stopping = open();
    await stopping.serve(contract, async ({ value }) => {
      await gate.pass();
      return { value };
    });
    const caller = open();
    const served = caller.call(contract, { value: 1 }, CONTEXT);
    await until(() => gate.waiting === 1);
    const stopped = stopping.stopReceiving(LONG_MS);
    await open().serve(contract, ({ value }) => Promise.resolve({ value: -value }));
    const channel = await fixture().rawChannel();
    await until(async () => (await channel.checkQueue(fixture().names.queue(contract))).consumerCount === 1);
    expect(await caller.call(contract, { value: 2 }, CONTEXT)).toEqual({ value: -2 });
    gate.open();
    expect(await served).toEqual({ value: 1 });
    await stopped;
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
    await bus.consume(contract, () => Promise.reject(new RejectMessage('never')));
    await bus.send(contract, { id: 1, text: 'kept' }, CONTEXT);
    await until(async () => (await bus.queueFigures(contract)).failed === 1);
    const letter = await (await fixture().rawChannel()).get(fixture().names.deadLetters(contract), { noAck: true });
    if (letter === false) throw new Error('there is no dead letter');
    expect(JSON.parse(letter.content.toString())).toEqual({ id: 1, text: 'kept' });
    expect(JSON.parse(String(letter.properties.headers?.context))).toEqual(CONTEXT);
  });

  test('a command that fails by a fault of its handler is retried without limit, seen as stuck, and holds up no other', async () => {
    const contract = newCommand(2);
    const handled: number[] = [];
    let failures = 0;
    let isMended = false;
    const bus = open();
    await bus.consume(contract, ([delivery]) => {
      const id = delivery?.payload.id ?? -1;
      if (id === 1 && !isMended) {
        failures += 1;
        return Promise.reject(new TypeError('payload is undefined'));
      }
      return Promise.resolve(void handled.push(id));
    });
    await bus.send(contract, { id: 1 }, CONTEXT);
    await until(() => failures === 6);
    await bus.send(contract, { id: 2 }, CONTEXT);
    await until(() => handled.length === 1);
    expect((await bus.queueFigures(contract)).failed).toBe(0);
    expect(fixture().observed).toContain(`handled ${contract.name} stuck`);
    expect(fixture().log).toContain('A command keeps failing');
    // Also while it waits in a delay queue.
    expect(bus.consumerFigures(contract).oldestSeconds).toBeGreaterThan(Math.max(...FAST_LADDER) / 1000);
    isMended = true;
    await until(() => handled.length === 2);
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
