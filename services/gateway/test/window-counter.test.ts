import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@strata/kernel/ids';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { createTestLogger } from '@strata/testkit/test-logger';
import { Redis } from 'ioredis';
import { openSharedState, type SharedState } from '../src/adapters/shared-state.ts';
import type { WindowCounter } from '../src/limits/window-counter.ts';

const REDIS_URL = process.env['REDIS_URL'] ?? '';
const MINUTE = 60;
const MONTH = 31 * 24 * 3600;
const { logger } = createTestLogger();

const openState = (stack: CloseStack, redisUrl: string | undefined): SharedState =>
  openSharedState(stack, {
    redisUrl,
    findFingerprints: async () => ({ found: [] }),
    logger,
  });

const stores = [
  { name: 'in memory', url: undefined },
  { name: 'in Redis', url: REDIS_URL },
];
describe.each(stores)('A counter of windows $name', ({ url }) => {
  if (url === '') {
    it.skip('needs REDIS_URL', () => undefined);
    return;
  }
  const stack = new CloseStack();
  let state: SharedState;
  beforeAll(async () => {
    state = openState(stack, url);
    await eventually(() => state.figures());
  });
  afterAll(() => stack.close());

  it.each([
    ['ten seconds', 10],
    ['a minute', MINUTE],
    ['a month', MONTH],
  ])('counts by key in a window of %s that opens with the first count', async (_, seconds) => {
    const counter = state.openCounter(newId('req'), seconds);
    expect(await counter.read('a')).toEqual({ count: 0, resetMs: 0 });
    expect((await counter.add('a')).count).toBe(1);
    expect((await counter.add('a', 4)).count).toBe(5);
    expect((await counter.add('b')).count).toBe(1);
    const { count, resetMs } = await counter.read('a');
    expect(count).toBe(5);
    expect(resetMs).toBeGreaterThan(0);
    expect(resetMs).toBeLessThanOrEqual(seconds * 1000);
  });

  it('starts anew when the window closes', async () => {
    const counter = state.openCounter(newId('req'), 1);
    await counter.add('a', 5);
    await eventually(async () => (await counter.read('a')).count === 0);
    expect((await counter.add('a')).count).toBe(1);
  });

  it('takes back, and what is taken back opens no window', async () => {
    const counter = state.openCounter(newId('req'), MINUTE);
    expect(await counter.add('a', -1)).toEqual({ count: 0, resetMs: 0 });
    expect((await counter.add('a')).count).toBe(1);
    expect((await counter.add('a', -1)).count).toBe(0);
  });

  it('forgets a key', async () => {
    const counter = state.openCounter(newId('req'), MINUTE);
    await counter.add('a', 3);
    await counter.forget('a');
    expect((await counter.add('a')).count).toBe(1);
  });

  it('keeps counters of different names apart', async () => {
    const [one, two] = [state.openCounter(newId('req'), MINUTE), state.openCounter(newId('req'), MINUTE)];
    await one.add('a', 3);
    expect((await two.add('a')).count).toBe(1);
  });

  it('gives each of many at once a count of its own', async () => {
    const counter = state.openCounter(newId('req'), MINUTE);
    const counts = await Promise.all(Array.from({ length: 200 }, () => counter.add('a')));
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, i) => i + 1),
    );
  });
});

(REDIS_URL === '' ? describe.skip : describe)('Two counters of windows that share a Redis', () => {
  const stack = new CloseStack();
  const admin = new Redis(REDIS_URL, { lazyConnect: true });
  let proxy: TogglingProxy;
  let near: SharedState;
  let far: SharedState;
  beforeAll(async () => {
    proxy = await TogglingProxy.open(new URL(REDIS_URL), 6379);
    stack.defer(() => proxy.close());
    stack.defer(() => admin.disconnect());
    near = openState(stack, proxy.through(new URL(REDIS_URL)));
    far = openState(stack, REDIS_URL);
    await Promise.all([eventually(() => near.figures()), eventually(() => far.figures())]);
  });
  afterAll(() => stack.close());

  const pair = (): { name: string; one: WindowCounter; two: WindowCounter } => {
    const name = newId('req');
    return { name, one: near.openCounter(name, MINUTE), two: far.openCounter(name, MINUTE) };
  };
  const isAway = () =>
    near.figures().then(
      () => false,
      () => true,
    );
  const isBack = async (): Promise<void> => {
    proxy.mend();
    await eventually(() => near.figures());
  };

  it('count together', async () => {
    const { one, two } = pair();
    expect([(await one.add('a')).count, (await two.add('a')).count, (await one.add('a')).count]).toEqual([1, 2, 3]);
    expect((await two.read('a')).count).toBe(3);
  });

  // What hangs is done after all when Redis goes on: the one count that was given up is then there twice.
  it.each([
    ['cut', 0],
    ['hang', 1],
  ] as const)('go on from what they know when Redis is away, and tell it later: %s', async (how, twice) => {
    const { one, two } = pair();
    await one.add('a', 5);
    await two.add('a', 3);
    expect((await one.add('a')).count).toBe(9);
    proxy[how]();
    expect((await one.add('a')).count).toBe(10);
    expect((await one.add('a')).count).toBe(11);
    expect((await one.read('a')).count).toBe(11);
    expect((await two.add('a')).count).toBe(10);
    await isBack();
    await eventually(async () => (await two.read('a')).count === 12 + twice);
    expect((await one.add('a')).count).toBe(13 + twice);
  });

  it('hand a window that opened while Redis was away over, and it closes when it would have closed', async () => {
    const { one, two } = pair();
    proxy.cut();
    await eventually(isAway);
    const { resetMs } = await one.add('a', 7);
    await isBack();
    const shared = await eventually(async () => {
      const found = await two.read('a');
      return found.count === 7 && found;
    });
    expect(shared.resetMs).toBeLessThanOrEqual(resetMs + 1000);
  });

  it('hand over what was forgotten', async () => {
    const { one, two } = pair();
    await two.add('a', 5);
    proxy.cut();
    await eventually(isAway);
    await one.forget('a');
    expect((await one.read('a')).count).toBe(0);
    await isBack();
    await eventually(async () => (await two.read('a')).count === 0);
  });

  it('do not open when Redis comes back without its data', async () => {
    const { name, one, two } = pair();
    await one.add('a', 5);
    await two.add('a', 3);
    proxy.cut();
    await eventually(isAway);
    await admin.del(`strata:window:${name}:a`);
    await isBack();
    await eventually(async () => (await one.add('a')).count >= 6);
  });

  it('make one request wait for a Redis that hangs, and no other after it', async () => {
    const { one } = pair();
    proxy.hang();
    await one.add('a');
    const answered: number[] = [];
    const all = Array.from({ length: 50 }, () => one.add('a').then(({ count }) => answered.push(count)));
    // Counted without waiting for anything: before the next turn of the event loop.
    await new Promise(setImmediate);
    expect(answered).toHaveLength(50);
    await Promise.all(all);
    await isBack();
  });
});
