import { expect, test } from '@jest/globals';
import type { Options } from 'amqplib';
import { CONTEXT, newAnnouncement, newCall, newCommand, until } from './bus-fixture.ts';
import type { BrokerFixture } from './amqp-suite-durability.ts';

const SECRET = 'swordfish';
const context = JSON.stringify(CONTEXT);

const BAD_MESSAGES: readonly [string, Options.Publish][] = [
  [`not JSON: ${SECRET}`, { headers: { context } }],
  [JSON.stringify({ id: SECRET }), { headers: { context } }],
  ['', { headers: { context } }],
  [JSON.stringify({ id: 1, text: SECRET }), {}],
  [JSON.stringify({ id: 1, text: SECRET }), { headers: { context: `{"scope": "${SECRET}"` } }],
  [JSON.stringify({ id: 1, text: SECRET }), { headers: { context: JSON.stringify({ scope: SECRET }) } }],
  [JSON.stringify({ id: 1, text: SECRET }), { headers: { context: 7, attempt: 'many' } }],
];

export function describeBadMessages({ open, fixture }: BrokerFixture): void {
  test('bad commands are dead-lettered, logged without their content, and do not hold up good ones', async () => {
    const contract = newCommand();
    const ids: number[] = [];
    const bus = open();
    await bus.consume(contract, ([delivery]) => Promise.resolve(void ids.push(delivery?.payload.id ?? -1)));
    const raw = await fixture().rawChannel();
    for (const [content, options] of BAD_MESSAGES) {
      raw.sendToQueue(fixture().names.queue(contract), Buffer.from(content), options);
    }
    await bus.send(contract, { id: 42 }, CONTEXT);
    await until(() => ids.length === 1);
    expect(ids).toEqual([42]);
    await until(async () => (await bus.queueFigures(contract)).failed === BAD_MESSAGES.length);
    expect(fixture().log).toContain('A bad message was dead-lettered');
    expect(fixture().log).not.toContain(SECRET);
  });

  test('bad calls fail or are dropped, and do not hold up good ones', async () => {
    const contract = newCall();
    const bus = open();
    await bus.serve(contract, ({ value }) => Promise.resolve({ value }), { prefetch: 1 });
    const raw = await fixture().rawChannel();
    for (const [content, options] of BAD_MESSAGES) {
      raw.sendToQueue(fixture().names.queue(contract), Buffer.from(content), options);
      raw.sendToQueue(fixture().names.queue(contract), Buffer.from(content), { ...options, replyTo: 'missing' });
    }
    expect(await bus.call(contract, { value: 1 }, CONTEXT)).toEqual({ value: 1 });
    expect(fixture().log).not.toContain(SECRET);
  });

  test('bad announcements are dropped, and do not hold up good ones', async () => {
    const contract = newAnnouncement();
    const ids: number[] = [];
    const bus = open();
    await bus.subscribe(contract, ({ id }) => Promise.resolve(void ids.push(id)));
    const raw = await fixture().rawChannel();
    for (const [content, options] of BAD_MESSAGES) {
      raw.publish(fixture().names.announcements, `${contract.service}.${contract.name}`, Buffer.from(content), options);
    }
    await bus.announce(contract, { id: 42 }, CONTEXT);
    await until(() => ids.length === 1);
    expect(ids).toEqual([42]);
    expect(fixture().log).not.toContain(SECRET);
  });
}
