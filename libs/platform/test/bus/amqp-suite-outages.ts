import { expect, test } from '@jest/globals';
import { createAmqpBus } from '../../src/bus/amqp.ts';
import { CONTEXT, Gate, newAnnouncement, newCall, newCommand, recordingLogger, until } from './bus-fixture.ts';
import type { BrokerFixture } from './amqp-suite-durability.ts';

const UNAVAILABLE = { code: 'unavailable' };

export function describeOutages({ open, openThroughProxy, fixture, proxy }: BrokerFixture): void {
  test('calls and sends are unavailable while the broker is down, and everything resumes by itself', async () => {
    const [call, command, announcement] = [newCall(), newCommand(), newAnnouncement()];
    const stored: number[] = [];
    const heard: number[] = [];
    const bus = openThroughProxy({ sendDeadlineMs: 300, connectMs: 100 });
    await bus.serve(call, ({ value }) => Promise.resolve({ value }));
    await bus.consume(command, ([delivery]) => Promise.resolve(void stored.push(delivery?.payload.id ?? -1)));
    await bus.subscribe(announcement, ({ id }) => Promise.resolve(void heard.push(id)));
    await until(() => bus.isConnected());

    proxy().cut();
    await until(() => !bus.isConnected());
    await expect(bus.call(call, { value: 1 }, CONTEXT)).rejects.toMatchObject(UNAVAILABLE);
    await expect(bus.send(command, { id: 1 }, CONTEXT)).rejects.toMatchObject(UNAVAILABLE);
    await expect(bus.announce(announcement, { id: 1 }, CONTEXT)).rejects.toMatchObject(UNAVAILABLE);
    await expect(bus.queueFigures(command)).rejects.toMatchObject(UNAVAILABLE);
    await expect(bus.ping(50)).rejects.toMatchObject(UNAVAILABLE);

    proxy().mend();
    const steady = open();
    await until(async () => (await steady.call(call, { value: 7 }, CONTEXT).catch(() => ({ value: 0 }))).value === 7);
    await until(() => bus.isConnected());
    await until(async () => {
      await bus.send(command, { id: 2 }, CONTEXT).catch(() => undefined);
      return stored.includes(2);
    });
    await until(async () => {
      await steady.announce(announcement, { id: 2 }, CONTEXT);
      return heard.includes(2);
    });
  });

  test('a bus can be opened before its broker', async () => {
    const contract = newCall();
    proxy().cut();
    const bus = openThroughProxy({ connectMs: 50 });
    await bus.serve(contract, ({ value }) => Promise.resolve({ value }));
    expect(bus.isConnected()).toBe(false);
    proxy().mend();
    const caller = open();
    await until(
      async () => (await caller.call(contract, { value: 7 }, CONTEXT).catch(() => ({ value: 0 }))).value === 7,
    );
  });

  test('sends that were unconfirmed when the connection broke are confirmed on the next one', async () => {
    const contract = newCommand();
    const ids = new Set<number>();
    await open().consume(
      contract,
      (deliveries) => {
        for (const { payload } of deliveries) ids.add(payload.id);
        return Promise.resolve();
      },
      { batchSize: 50 },
    );
    const sender = openThroughProxy({ sendDeadlineMs: 25_000 });
    await sender.send(contract, { id: 0 }, CONTEXT);
    const sends: Promise<void>[] = [];
    for (let id = 1; id <= 1_000; id += 1) {
      sends.push(sender.send(contract, { id }, CONTEXT));
      if (id % 250 === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        proxy().interrupt();
      }
    }
    await Promise.all(sends);
    await until(() => ids.size === 1_001);
  });

  test('a command whose consumer lost the connection is delivered again as the same attempt', async () => {
    const contract = newCommand();
    const gate = new Gate();
    const attempts: number[] = [];
    await openThroughProxy().consume(contract, async ([delivery]) => {
      attempts.push(delivery?.attempt ?? 0);
      if (attempts.length === 1) await gate.pass();
    });
    await open().send(contract, { id: 1 }, CONTEXT);
    await until(() => gate.waiting === 1);
    proxy().interrupt();
    gate.open();
    await until(() => attempts.length === 2);
    expect(attempts).toEqual([1, 1]);
  });

  test('a call whose server was lost is not executed again by another', async () => {
    const contract = newCall();
    const gate = new Gate();
    let lostServerServed = 0;
    let otherServed = 0;
    await openThroughProxy().serve(contract, async ({ value }) => {
      lostServerServed += 1;
      await gate.pass();
      return { value };
    });
    const caller = open();
    const call = caller.call(contract, { value: 1 }, CONTEXT, { deadlineMs: 600_000 });
    await until(() => gate.waiting === 1);
    await open().serve(contract, ({ value }) => Promise.resolve({ value: value + (otherServed += 1) }));
    proxy().cut();
    await expect(call).rejects.toMatchObject(UNAVAILABLE);
    gate.open();
    expect({ lostServerServed, otherServed }).toEqual({ lostServerServed: 1, otherServed: 0 });
  });

  test('a call whose last server is lost is unavailable at once, not at its deadline', async () => {
    const contract = newCall();
    const gate = new Gate();
    await openThroughProxy().serve(contract, async ({ value }) => {
      await gate.pass();
      return { value };
    });
    const call = open().call(contract, { value: 1 }, CONTEXT, { deadlineMs: 600_000 });
    await until(() => gate.waiting === 1);
    proxy().cut();
    await expect(call).rejects.toMatchObject(UNAVAILABLE);
    gate.open();
  });

  test('a call that takes long is served once, and its server is not taken for lost', async () => {
    const contract = newCall();
    const served: number[] = [];
    await open().serve(contract, async ({ value }) => {
      served.push(value);
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { value };
    });
    expect(await open().call(contract, { value: 1 }, CONTEXT)).toEqual({ value: 1 });
    expect(served).toEqual([1]);
    expect(fixture().observed.filter((report) => report.startsWith('handled'))).toHaveLength(1);
  });

  test('calls and sends to a broker that hangs are unavailable by their deadlines', async () => {
    const call = newCall();
    const command = newCommand();
    await open().serve(call, ({ value }) => Promise.resolve({ value }));
    const bus = openThroughProxy({ sendDeadlineMs: 200 });
    await until(() =>
      bus.send(command, { id: 1 }, CONTEXT).then(
        () => true,
        () => false,
      ),
    );
    await bus.ping(1_000);
    proxy().block();
    expect(bus.isConnected()).toBe(true);
    await expect(bus.ping(200)).rejects.toMatchObject(UNAVAILABLE);
    await expect(bus.call(call, { value: 1 }, CONTEXT, { deadlineMs: 200 })).rejects.toMatchObject(UNAVAILABLE);
    await expect(bus.send(command, { id: 2 }, CONTEXT)).rejects.toMatchObject(UNAVAILABLE);
  });

  test('no log line and no error contains the credentials of the broker', async () => {
    const { logger, text } = recordingLogger();
    const url = new URL(proxy().through(new URL('amqp://someone:swordfish@127.0.0.1:5672')));
    const bus = createAmqpBus({ url: url.href, service: 'test', instanceId: '1', logger, connectMs: 50 });
    await until(() => text().includes('cannot be reached'));
    const error: unknown = await bus.call(newCall(), { value: 1 }, CONTEXT).catch((thrown: unknown) => thrown);
    await bus.close(0);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(text() + JSON.stringify(error) + String(error)).not.toMatch(/swordfish|someone/);
    const withoutScheme = () => fixture().open({ url: 'someone:swordfish@host' });
    expect(withoutScheme).toThrow('must be an amqp:// or amqps:// URL');
    expect(withoutScheme).not.toThrow('swordfish');
  });
}
