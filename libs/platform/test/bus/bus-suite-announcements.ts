import { expect, test } from '@jest/globals';
import type { RequestContext } from '@strata/kernel/actor';
import type { Bus } from '../../src/bus/bus.ts';
import { CONTEXT, newAnnouncement, until } from './bus-fixture.ts';

export function describeAnnouncements(open: () => Bus): void {
  test('every subscribed process receives an announcement, with its context', async () => {
    const contract = newAnnouncement();
    const heard: [string, number, RequestContext][] = [];
    for (const name of ['one', 'two', 'three']) {
      await open().subscribe(contract, ({ id }, context) => Promise.resolve(void heard.push([name, id, context])));
    }
    await open().announce(contract, { id: 7 }, CONTEXT);
    await until(() => heard.length === 3);
    expect(heard.sort(([a], [b]) => a.localeCompare(b))).toEqual([
      ['one', 7, CONTEXT],
      ['three', 7, CONTEXT],
      ['two', 7, CONTEXT],
    ]);
  });

  test('an announcement without a subscriber is no failure, and is not stored', async () => {
    const contract = newAnnouncement();
    const heard: number[] = [];
    const announcer = open();
    await announcer.announce(contract, { id: 1 }, CONTEXT);
    await open().subscribe(contract, ({ id }) => Promise.resolve(void heard.push(id)));
    await announcer.announce(contract, { id: 2 }, CONTEXT);
    await until(() => heard.length > 0);
    expect(heard).toEqual([2]);
  });

  test('a subscriber handles announcements one at a time and in order, also after one that fails', async () => {
    const contract = newAnnouncement();
    const heard: number[] = [];
    await open().subscribe(contract, async ({ id }) => {
      await new Promise((resolve) => setTimeout(resolve, id === 0 ? 30 : 0));
      heard.push(id);
      if (id === 1) throw new Error('handler failed');
    });
    const announcer = open();
    for (const id of [0, 1, 2, 3]) await announcer.announce(contract, { id }, CONTEXT);
    await until(() => heard.length === 4);
    expect(heard).toEqual([0, 1, 2, 3]);
  });

  test('an announcement that does not match the contract is rejected when sent', async () => {
    const announce = open().announce(newAnnouncement(), { id: 'one' as unknown as number }, CONTEXT);
    await expect(announce).rejects.toMatchObject({ code: 'validation_error', details: [{ field: 'id' }] });
  });
}
