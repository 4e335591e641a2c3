import { expect, it } from '@jest/globals';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import type { WindowCounter } from '../src/limits/window-counter.ts';
import { describeOnSharedWindows, describeOnWindows, MINUTE } from './windows-fixture.ts';

const MONTH = 31 * 24 * 3600;

describeOnWindows('A window counter', (state) => {
  it.each([
    ['ten seconds', 10],
    ['a minute', MINUTE],
    ['a month', MONTH],
  ])('counts by key in a window of %s that opens with the first request', async (_, seconds) => {
    const counter = state().openCounter(newId('req'), seconds);
    expect(await counter.read('a')).toEqual({ count: 0, resetMs: 0 });
    expect((await counter.add('a')).count).toBe(1);
    expect((await counter.add('a', 4)).count).toBe(5);
    expect((await counter.add('b')).count).toBe(1);
    const { count, resetMs } = await counter.read('a');
    expect(count).toBe(5);
    expect(resetMs).toBeGreaterThan(0);
    expect(resetMs).toBeLessThanOrEqual(seconds * 1000);
  });

  it('counts from zero after the window has closed', async () => {
    const counter = state().openCounter(newId('req'), 1);
    await counter.add('a', 5);
    await eventually(async () => (await counter.read('a')).count === 0);
    expect((await counter.add('a')).count).toBe(1);
  });

  it('counts what is given back, which opens no window', async () => {
    const counter = state().openCounter(newId('req'), MINUTE);
    expect(await counter.add('a', -1)).toEqual({ count: 0, resetMs: 0 });
    expect((await counter.add('a')).count).toBe(1);
    expect((await counter.add('a', -1)).count).toBe(0);
  });

  it('forgets a key', async () => {
    const counter = state().openCounter(newId('req'), MINUTE);
    await counter.add('a', 3);
    await counter.forget('a');
    expect((await counter.add('a')).count).toBe(1);
  });

  it('is separate from counters of other names', async () => {
    const [one, two] = [state().openCounter(newId('req'), MINUTE), state().openCounter(newId('req'), MINUTE)];
    await one.add('a', 3);
    expect((await two.add('a')).count).toBe(1);
  });

  it('returns a different count to each of many concurrent requests', async () => {
    const counter = state().openCounter(newId('req'), MINUTE);
    const counts = await Promise.all(Array.from({ length: 200 }, () => counter.add('a')));
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, i) => i + 1),
    );
  });
});

describeOnSharedWindows('Two window counters that share a Redis', (windows) => {
  const pair = (windowSeconds = MINUTE): { one: WindowCounter; two: WindowCounter } => {
    const name = newId('req');
    const { near, far } = windows();
    return { one: near.openCounter(name, windowSeconds), two: far.openCounter(name, windowSeconds) };
  };
  const isAway = () =>
    windows()
      .near.figures()
      .then(
        () => false,
        () => true,
      );
  const isBack = async (): Promise<void> => {
    windows().proxy.mend();
    await eventually(() => windows().near.figures());
  };

  it('count together', async () => {
    const { one, two } = pair();
    expect([(await one.add('a')).count, (await two.add('a')).count, (await one.add('a')).count]).toEqual([1, 2, 3]);
    expect((await two.read('a')).count).toBe(3);
  });

  // A hanging command is executed after all when Redis continues, so the one that timed out counts twice.
  it.each([
    ['cut', 0],
    ['hang', 1],
  ] as const)('count on from the known count while Redis is away, and add it afterwards: %s', async (how, twice) => {
    const { one, two } = pair();
    await one.add('a', 5);
    await two.add('a', 3);
    expect((await one.add('a')).count).toBe(9);
    windows().proxy[how]();
    expect((await one.add('a')).count).toBe(10);
    expect((await one.add('a')).count).toBe(11);
    expect((await one.read('a')).count).toBe(11);
    expect((await two.add('a')).count).toBe(10);
    await isBack();
    await eventually(async () => (await one.read('a')).count === 12 + twice);
    expect((await two.read('a')).count).toBe(12 + twice);
    expect((await one.add('a')).count).toBe(13 + twice);
  });

  it('drop the counts of a window that has closed meanwhile', async () => {
    const { one, two } = pair(1);
    windows().proxy.cut();
    await eventually(isAway);
    await one.add('a', 7);
    await eventually(async () => (await one.read('a')).count === 0);
    await isBack();
    expect((await one.add('a')).count).toBe(1);
    expect((await two.read('a')).count).toBe(1);
  });

  it('give back what was counted before Redis went away', async () => {
    const { one, two } = pair();
    await one.add('a', 5);
    windows().proxy.cut();
    await eventually(isAway);
    expect((await one.add('a', -2)).count).toBe(3);
    await isBack();
    await eventually(async () => (await one.read('a')).count === 3);
    expect((await two.read('a')).count).toBe(3);
  });

  it('make one request wait for a Redis that hangs, and no other after it', async () => {
    const { one } = pair();
    windows().proxy.hang();
    await one.add('a');
    const counts: number[] = [];
    const all = Array.from({ length: 50 }, () => one.add('a').then(({ count }) => counts.push(count)));
    // Counted without waiting for anything: before the next turn of the event loop.
    await new Promise(setImmediate);
    expect(counts).toHaveLength(50);
    await Promise.all(all);
    await isBack();
  });
});
