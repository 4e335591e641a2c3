import { describe, expect, it } from '@jest/globals';
import { Slots, type Occupant } from './slots.ts';

const BOUNDS = { least: 2, usual: 16, most: 64 };
const ALONE_MS = 10;
const ARRIVALS_MS = 10;
const FIVE_MINUTES_MS = 300_000;

/** Slots with a clock of their own, whose class has served requests one at a time. */
function createFixture(bounds = BOUNDS) {
  let now = 0;
  const slots = new Slots(bounds, () => now);
  const wait = (ms: number): void => {
    now += ms;
  };
  const takeAll = (): Occupant[] => {
    const taken: Occupant[] = [];
    for (let one = slots.take(); one !== undefined; one = slots.take()) taken.push(one);
    return taken;
  };
  /**
   * Serves as many requests at once as are admitted; each takes `ms`. Meanwhile others come, and are shed while no slot is free.
   * Returns how many were served in each round.
   */
  const overload = (ms: number, rounds: number): number[] =>
    Array.from({ length: rounds }, () => {
      const taken = takeAll();
      for (let left = ms; left > 0; left -= ARRIVALS_MS) {
        wait(Math.min(left, ARRIVALS_MS));
        taken.push(...takeAll());
      }
      for (const one of taken) slots.free(one, '/v1/capture', ms);
      return taken.length;
    });
  /** Serves requests one at a time. */
  const serveAlone = (ms: number, requests: number): void => {
    for (let request = 0; request < requests; request += 1) {
      const taken = slots.take();
      wait(ms);
      if (taken !== undefined) slots.free(taken, '/v1/capture', ms);
    }
  };
  serveAlone(ALONE_MS, 20);
  return { slots, wait, takeAll, overload, serveAlone };
}

/** Goes on with the overload until one slot is left to measure with. */
function untilMeasuring(slots: Slots, overload: (ms: number, rounds: number) => unknown): void {
  for (let round = 0; slots.bound > 1 && round < 1_000; round += 1) overload(ALONE_MS, 1);
  expect(slots.bound).toBe(1);
}

describe('The slots of a request class', () => {
  it('admit as many requests at once as there are slots, and more when some have ended', () => {
    const { slots, takeAll } = createFixture();
    const [first] = takeAll();
    expect([slots.inProgress, slots.take()]).toEqual([16, undefined]);
    if (first !== undefined) slots.free(first, '/v1/capture', ALONE_MS);
    expect(slots.take()).toEqual({ beganAlone: null });
  });

  it('become fewer while requests are shed and take much longer than alone', () => {
    const { slots, overload } = createFixture();
    expect(overload(100 * ALONE_MS, 30).slice(2)).toEqual(Array.from({ length: 28 }, () => BOUNDS.least));
    expect(slots.bound).toBeLessThanOrEqual(BOUNDS.least);
    expect(slots.bound).toBeGreaterThan(0);
  });

  it('become more while requests are shed and take as long as alone', () => {
    const { slots, overload } = createFixture();
    overload(ALONE_MS, 1_000);
    expect(slots.bound).toBe(BOUNDS.most);
  });

  it('settle where requests take about twice as long as alone', () => {
    const { slots, takeAll, wait } = createFixture();
    const bounds: number[] = [];
    for (let round = 0; round < 300; round += 1) {
      const taken = takeAll();
      // A processor that serves one request in 5 ms: a request waits for those before it.
      const ms = Math.max(ALONE_MS, 5 * taken.length);
      wait(ms);
      for (const one of taken) slots.free(one, '/v1/capture', ms);
      if (round > 100 && taken.length > 1) bounds.push(taken.length);
    }
    expect(Math.min(...bounds)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...bounds)).toBeLessThanOrEqual(6);
  });

  it('stay as many as usual while no request is shed, however long requests take', () => {
    const { slots, serveAlone } = createFixture();
    serveAlone(100 * ALONE_MS, 50);
    expect(slots.bound).toBe(BOUNDS.usual);
  });

  it('are as many as usual again soon after the last request was shed', () => {
    const { slots, overload, serveAlone } = createFixture();
    overload(100 * ALONE_MS, 30);
    serveAlone(ALONE_MS, 200);
    expect(slots.bound).toBe(BOUNDS.usual);
  });

  it('are as many as usual for the first requests after a pause', () => {
    const { slots, overload, wait, takeAll } = createFixture();
    overload(100 * ALONE_MS, 30);
    expect(slots.bound).toBeLessThanOrEqual(BOUNDS.least);
    wait(1_000);
    takeAll();
    expect(slots.inProgress).toBe(BOUNDS.usual);
  });

  it('stay as many when more requests come at once than there are slots', () => {
    const { slots, wait, takeAll } = createFixture();
    wait(FIVE_MINUTES_MS);
    takeAll();
    expect([slots.inProgress, slots.bound]).toEqual([BOUNDS.usual, BOUNDS.usual]);
  });

  it('do not become fewer for bursts with pauses between them', () => {
    const { slots, wait, takeAll } = createFixture();
    for (let burst = 0; burst < 20; burst += 1) {
      const taken = takeAll();
      expect(slots.inProgress).toBe(BOUNDS.usual);
      wait(20);
      for (const one of taken) slots.free(one, '/v1/capture', 20);
      wait(180);
    }
  });

  it('stay more than usual while that many requests are in progress', () => {
    const { slots, overload, wait, takeAll } = createFixture();
    overload(ALONE_MS, 1_000);
    const taken = takeAll();
    expect(taken).toHaveLength(BOUNDS.most);
    for (const one of taken.slice(0, 30)) slots.free(one, '/v1/capture', ALONE_MS);
    wait(1_000);
    expect(slots.take()).toBeDefined();
  });

  it('do not take a pause between slow requests for the end of an overload', () => {
    const { slots, overload, serveAlone, wait, takeAll } = createFixture();
    serveAlone(50 * ALONE_MS, 40);
    overload(500 * ALONE_MS, 10);
    wait(50 * ALONE_MS);
    takeAll();
    expect(slots.inProgress).toBe(BOUNDS.least);
  });

  it('compare with the time that a request took before the overload', () => {
    const { slots, overload, takeAll, wait } = createFixture();
    overload(10 * ALONE_MS, 30);
    // One request after the other, each as slow as under overload: that is not how long one takes by itself.
    for (let request = 0; request < 100; request += 1) {
      const taken = takeAll();
      wait(10 * ALONE_MS);
      for (const one of taken) slots.free(one, '/v1/capture', 10 * ALONE_MS);
    }
    expect(slots.bound).toBe(BOUNDS.least);
  });

  it('leave one slot under a long overload, until they know again how long a request takes alone', () => {
    const { slots, overload, wait, takeAll } = createFixture();
    overload(ALONE_MS, 600);
    expect(slots.bound).toBe(BOUNDS.most);
    wait(FIVE_MINUTES_MS);
    untilMeasuring(slots, overload);
    // The service is ten times as fast as before.
    for (let request = 0; request < 5; request += 1) {
      const taken = takeAll();
      expect(taken).toHaveLength(1);
      for (const one of taken) slots.free(one, '/v1/capture', ALONE_MS / 10);
    }
    const before = slots.bound;
    expect(before).toBeGreaterThan(1);
    overload(ALONE_MS, 30);
    expect(slots.bound).toBeLessThan(before);
  });

  it('leave one slot under overload for a route whose time they do not know', () => {
    const { slots, overload, takeAll, wait } = createFixture();
    overload(ALONE_MS, 60);
    for (let round = 0; slots.bound > 1 && round < 100; round += 1) {
      const taken = takeAll();
      wait(ALONE_MS);
      for (const one of taken) slots.free(one, '/v1/learn', ALONE_MS);
    }
    expect(slots.bound).toBe(1);
  });

  it('do not stay at one slot when the overload ends meanwhile', () => {
    const { slots, overload, wait } = createFixture();
    overload(ALONE_MS, 600);
    wait(FIVE_MINUTES_MS);
    untilMeasuring(slots, overload);
    wait(1_000);
    expect([slots.take(), slots.take()]).toEqual([{ beganAlone: expect.any(Number) }, { beganAlone: null }]);
  });

  it('do not stay at one slot when only a long request is left of the overload', () => {
    const { slots, overload, wait } = createFixture();
    overload(ALONE_MS, 600);
    wait(FIVE_MINUTES_MS);
    untilMeasuring(slots, overload);
    expect(slots.take()).toBeDefined();
    wait(1_000);
    expect(slots.take()).toBeDefined();
  });

  it('do not count a request that waits for its client', () => {
    const { slots, takeAll } = createFixture();
    takeAll();
    slots.pause();
    expect(slots.take()).toBeDefined();
    slots.resume();
    expect([slots.inProgress, slots.take()]).toEqual([17, undefined]);
  });

  it('are always as many, whatever requests take, if the bounds are equal', () => {
    const { slots, overload } = createFixture({ least: 8, usual: 8, most: 8 });
    overload(100 * ALONE_MS, 30);
    expect(slots.bound).toBe(8);
  });
});
