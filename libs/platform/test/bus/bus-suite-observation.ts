import { expect, test } from '@jest/globals';
import { notFound } from '@strata/kernel/errors';
import type { Bus } from '../../src/bus/bus.ts';
import { CONTEXT, newAnnouncement, newCall, newCommand, until } from './bus-fixture.ts';

export function describeObservation(open: () => Bus, observed: () => readonly string[]): void {
  test('calls are counted by outcome, on both sides', async () => {
    const contract = newCall();
    await open().serve(contract, ({ value }) =>
      value === 1 ? Promise.resolve({ value }) : Promise.reject(notFound('It')),
    );
    const caller = open();
    await caller.call(contract, { value: 1 }, CONTEXT);
    await caller.call(contract, { value: 2 }, CONTEXT).catch(() => undefined);
    await until(() => observed().length === 4);
    expect([...observed()].sort()).toEqual([
      `call ${contract.name} not_found`,
      `call ${contract.name} ok`,
      `handled ${contract.name} done`,
      `handled ${contract.name} not_found`,
    ]);
  });

  test('every attempt of a command is counted by outcome, with its waiting time', async () => {
    const contract = newCommand(2);
    const bus = open();
    let attempts = 0;
    await bus.consume(contract, () =>
      (attempts += 1) === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
    );
    await bus.send(contract, { id: 1 }, CONTEXT);
    await until(() => observed().length === 5);
    expect(observed().filter((report) => !report.startsWith('sent'))).toEqual([
      `waited ${contract.name} `,
      `handled ${contract.name} retried`,
      `waited ${contract.name} `,
      `handled ${contract.name} done`,
    ]);
  });

  test('announcements are counted where they are handled', async () => {
    const contract = newAnnouncement();
    const bus = open();
    await bus.subscribe(contract, () => Promise.resolve());
    await bus.announce(contract, { id: 1 }, CONTEXT);
    await until(() => observed().length === 2);
    expect([...observed()].sort()).toEqual([`handled ${contract.name} done`, `sent ${contract.name} ok`]);
  });

  test('sent messages are counted by outcome', async () => {
    const contract = newCommand();
    const bus = open();
    await bus.consume(contract, () => Promise.resolve());
    await bus.send(contract, { id: 1 }, CONTEXT);
    await bus.send(contract, { id: 'one' as unknown as number }, CONTEXT).catch(() => undefined);
    await until(() => observed().filter((report) => report.startsWith('sent')).length === 2);
    expect(observed().filter((report) => report.startsWith('sent'))).toEqual([
      `sent ${contract.name} ok`,
      `sent ${contract.name} validation_error`,
    ]);
  });
}
