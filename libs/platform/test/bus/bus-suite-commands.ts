import { expect, test } from '@jest/globals';
import type { Bus, Delivery } from '../../src/bus/bus.ts';
import { CONTEXT, Gate, newCommand, until } from './bus-fixture.ts';

const LONG_MS = 600_000;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export function describeCommands(open: () => Bus): void {
  test('a command is consumed once, parsed, with its context', async () => {
    const contract = newCommand();
    const seen: Delivery<unknown>[] = [];
    await open().consume(contract, (deliveries) => {
      seen.push(...deliveries);
      return Promise.resolve();
    });
    await open().send(contract, { id: 1 }, CONTEXT);
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ payload: { id: 1, text: 'none' }, context: CONTEXT, attempt: 1 }]);
  });

  test('a payload that does not match the contract is rejected when sent', async () => {
    const contract = newCommand();
    let handled = 0;
    await open().consume(contract, () => Promise.resolve(void (handled += 1)));
    const send = open().send(contract, { id: 'one' as unknown as number }, CONTEXT);
    await expect(send).rejects.toMatchObject({ code: 'validation_error', details: [{ field: 'id' }] });
    expect(handled).toBe(0);
  });

  test('sender and consumer cannot change each other’s payload', async () => {
    const contract = newCommand();
    const gate = new Gate();
    const texts: string[] = [];
    await open().consume(contract, async ([delivery]) => {
      await gate.pass();
      if (delivery === undefined) return;
      texts.push(delivery.payload.text);
      delivery.payload.text = 'changed by the consumer';
    });
    const payload = { id: 1, text: 'as sent' };
    const sent = open().send(contract, payload, CONTEXT);
    payload.text = 'changed by the sender';
    await until(() => gate.waiting === 1);
    gate.open();
    await sent;
    await until(() => texts.length > 0);
    expect(texts).toEqual(['as sent']);
    expect(payload.text).toBe('changed by the sender');
  });

  test('a payload can have several megabytes', async () => {
    const contract = newCommand();
    const text = 'x'.repeat(6_000_000);
    const lengths: number[] = [];
    await open().consume(contract, ([delivery]) =>
      Promise.resolve(void lengths.push(delivery?.payload.text.length ?? 0)),
    );
    await open().send(contract, { id: 1, text }, CONTEXT);
    await until(() => lengths.length > 0);
    expect(lengths).toEqual([text.length]);
  });

  test('concurrent single sends become full batches', async () => {
    const contract = newCommand();
    const batches: number[][] = [];
    const take = (deliveries: readonly Delivery<{ id: number }>[]): Promise<void> =>
      Promise.resolve(void batches.push(deliveries.map(({ payload }) => payload.id)));
    await open().consume(contract, take, { batchSize: 10, lingerMs: LONG_MS });
    const sender = open();
    await Promise.all(upTo(30).map((id) => sender.send(contract, { id }, CONTEXT)));
    await until(() => batches.length === 3);
    expect(batches.map((batch) => batch.length)).toEqual([10, 10, 10]);
    expect(batches.flat().sort((a, b) => a - b)).toEqual(upTo(30));
  });

  test('a batch that does not fill is handled after its linger time', async () => {
    const contract = newCommand();
    let handled = 0;
    const take = (deliveries: readonly unknown[]): Promise<void> =>
      Promise.resolve(void (handled += deliveries.length));
    await open().consume(contract, take, { batchSize: 100, lingerMs: 20 });
    const sender = open();
    await Promise.all(upTo(3).map((id) => sender.send(contract, { id }, CONTEXT)));
    await until(() => handled === 3);
  });

  test('a consumer handles as many batches at once as its concurrency', async () => {
    const contract = newCommand();
    let atOnce = 0;
    let most = 0;
    let handled = 0;
    const take = async (deliveries: readonly unknown[]): Promise<void> => {
      most = Math.max(most, (atOnce += 1));
      await until(() => most === 3);
      atOnce -= 1;
      handled += deliveries.length;
    };
    await open().consume(contract, take, { batchSize: 2, concurrency: 3 });
    const sender = open();
    await Promise.all(upTo(20).map((id) => sender.send(contract, { id }, CONTEXT)));
    await until(() => handled === 20);
    expect(most).toBe(3);
  });

  test('several consumers share the commands, each of which goes to one of them', async () => {
    const contract = newCommand();
    const gate = new Gate();
    const consumers = new Set<string>();
    const ids: number[] = [];
    const consume = (bus: Bus, name: string): Promise<void> =>
      bus.consume(contract, async ([delivery]) => {
        consumers.add(name);
        if (consumers.size < 2) await gate.pass();
        else gate.open();
        ids.push(delivery?.payload.id ?? -1);
      });
    await consume(open(), 'one');
    await consume(open(), 'two');
    const sender = open();
    await Promise.all(upTo(20).map((id) => sender.send(contract, { id }, CONTEXT)));
    await until(() => ids.length === 20);
    expect(ids.sort((a, b) => a - b)).toEqual(upTo(20));
  });

  test('the figures count waiting and active commands, and give the age of the oldest', async () => {
    const contract = newCommand();
    const gate = new Gate();
    const consumer = open();
    await consumer.consume(contract, () => gate.pass());
    const sends = upTo(5).map((id) => consumer.send(contract, { id }, CONTEXT));
    const figures = async () => {
      const { waiting: inQueue, failed } = await consumer.queueFigures(contract);
      const { waiting, active, oldestSeconds } = consumer.consumerFigures(contract);
      return { waiting: inQueue + waiting, active, failed, oldestSeconds };
    };
    await until(async () => {
      const { waiting, active, oldestSeconds } = await figures();
      return waiting === 4 && active === 1 && oldestSeconds > 0;
    });
    gate.open();
    await Promise.all(sends);
    await until(async () => {
      const { waiting, active } = await figures();
      return waiting === 0 && active === 0;
    });
    expect(await figures()).toEqual({ waiting: 0, active: 0, failed: 0, oldestSeconds: 0 });
  });

  test('the figures of taken commands are in units of work too, with the mean of a command', async () => {
    const contract = newCommand();
    const gate = new Gate();
    const consumer = open();
    await consumer.consume(contract, () => gate.pass(), { unitsOf: ({ id }) => 10 * id });
    const sends: Promise<void>[] = [];
    // One after the other, since the order of sends at the same time is not certain.
    for (const id of [1, 2]) {
      sends.push(consumer.send(contract, { id }, CONTEXT));
      await until(() => consumer.consumerFigures(contract).units.active === 10);
    }
    await until(() => consumer.consumerFigures(contract).units.waiting === 20);
    expect(consumer.consumerFigures(contract).units).toEqual({ waiting: 20, active: 10, perMessage: 15 });
    gate.open();
    await Promise.all(sends);
    await until(() => consumer.consumerFigures(contract).units.active === 0);
    expect(consumer.consumerFigures(contract).units).toEqual({ waiting: 0, active: 0, perMessage: 15 });
  });
}
