import { expect, test } from '@jest/globals';
import type { Bus } from '../../src/bus/bus.ts';
import { CONTEXT, Gate, newAnnouncement, newCall, newCommand, until } from './bus-fixture.ts';

const LONG_MS = 600_000;

export function describeClosing(open: () => Bus): void {
  test('closing waits for a call that is being served', async () => {
    const contract = newCall();
    const gate = new Gate();
    const server = open();
    await server.serve(contract, async ({ value }) => {
      await gate.pass();
      return { value };
    });
    const call = open().call(contract, { value: 1 }, CONTEXT);
    await until(() => gate.waiting === 1);
    const closed = server.close(LONG_MS);
    gate.open();
    expect(await call).toEqual({ value: 1 });
    await closed;
  });

  test('closing waits for a command that is being handled, including its calls', async () => {
    const command = newCommand();
    const call = newCall();
    const gate = new Gate();
    const finished: number[] = [];
    const helper = open();
    await helper.serve(call, ({ value }) => Promise.resolve({ value: value + 1 }));
    const consumer = open();
    await consumer.consume(command, async ([delivery]) => {
      await gate.pass();
      finished.push((await consumer.call(call, { value: delivery?.payload.id ?? 0 }, CONTEXT)).value);
    });
    const sent = helper.send(command, { id: 1 }, CONTEXT);
    await until(() => gate.waiting === 1);
    const closed = consumer.close(LONG_MS);
    gate.open();
    await closed;
    await sent;
    expect(finished).toEqual([2]);
  });

  test('closing does not wait longer than its grace period', async () => {
    const contract = newCommand();
    const gate = new Gate();
    const consumer = open();
    await consumer.consume(contract, () => gate.pass());
    const sent = open()
      .send(contract, { id: 1 }, CONTEXT)
      .catch(() => undefined);
    await until(() => gate.waiting === 1);
    await consumer.close(50);
    await sent;
    gate.open();
  });

  test('a closed bus rejects messages as unavailable, and can be closed again', async () => {
    const bus = open();
    const contract = newCall();
    await bus.serve(contract, ({ value }) => Promise.resolve({ value }));
    await bus.close();
    expect(bus.isConnected()).toBe(false);
    const unavailable = { code: 'unavailable' };
    await expect(bus.call(contract, { value: 1 }, CONTEXT)).rejects.toMatchObject(unavailable);
    await expect(bus.send(newCommand(), { id: 1 }, CONTEXT)).rejects.toMatchObject(unavailable);
    await expect(bus.announce(newAnnouncement(), { id: 1 }, CONTEXT)).rejects.toMatchObject(unavailable);
    await bus.close();
  });
}
