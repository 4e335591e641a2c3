import { expect, it } from '@jest/globals';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import type { SharedState } from '../src/adapters/shared-state.ts';
import type { WindowPair } from '../src/limits/window-pair.ts';
import { describeOnSharedWindows, describeOnWindows, MINUTE } from './windows-fixture.ts';

const openPair = (state: SharedState, name = newId('req'), seconds = MINUTE): WindowPair =>
  state.openPair({ inner: `${name}-key`, outer: `${name}-tenant` }, seconds);

/** Sends requests one after the other, and returns how many both windows admitted. */
async function admitted(pair: WindowPair, key: string, most: { inner: number; outer: number }, times: number) {
  let count = 0;
  for (let time = 0; time < times; time += 1) if (await isAdmitted(pair, key, most)) count += 1;
  return count;
}

async function isAdmitted(pair: WindowPair, key: string, most: { inner: number; outer: number }): Promise<boolean> {
  const { inner, outer } = await pair.count({ key, most: most.inner }, { key: 'tenant', most: most.outer });
  return inner.count <= most.inner && outer.count <= most.outer;
}

describeOnWindows('A pair of windows', (state) => {
  it('admits what both windows admit, and says which of them is full', async () => {
    const pair = openPair(state());
    const of = (key: string) => pair.count({ key, most: 2 }, { key: 'tenant', most: 3 });
    const counts = [];
    for (const key of ['a', 'a', 'a', 'b', 'b']) counts.push(await of(key));
    expect(counts.map(({ inner, outer }) => [inner.count, outer.count])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [1, 3],
      [1, 4],
    ]);
    expect((await pair.readOuter('tenant')).count).toBe(3);
    for (const { inner, outer } of counts)
      for (const { resetMs } of [inner, outer]) {
        expect(resetMs).toBeGreaterThanOrEqual(0);
        expect(resetMs).toBeLessThan(MINUTE * 1000 + 1);
      }
  });

  it('counts a rejected request in neither', async () => {
    const pair = openPair(state());
    expect(await admitted(pair, 'a', { inner: 2, outer: 4 }, 20)).toBe(2);
    expect(await admitted(pair, 'b', { inner: 9, outer: 4 }, 20)).toBe(2);
    // The tenant's limit rejected 18 of them.
    expect(await admitted(pair, 'b', { inner: 9, outer: 100 }, 20)).toBe(7);
  });

  it('opens again after the windows have closed', async () => {
    const pair = openPair(state(), newId('req'), 1);
    const most = { inner: 1, outer: 1 };
    expect(await admitted(pair, 'a', most, 2)).toBe(1);
    await eventually(async () => (await pair.readOuter('tenant')).count === 0);
    expect(await eventually(() => isAdmitted(pair, 'a', most))).toBe(true);
  });
});

describeOnSharedWindows('Two pairs of windows that share a Redis', (windows) => {
  it('admit exactly as many requests as one would, however many arrive at once', async () => {
    const name = newId('req');
    const pairs = [openPair(windows().near, name), openPair(windows().far, name)];
    const most = { inner: 70, outer: 70 };
    for (let round = 0; round < 5; round += 1) {
      const key = `k${String(round)}`;
      const all = pairs.flatMap((pair) =>
        Array.from({ length: 100 }, () =>
          pair.count({ key, most: most.inner }, { key: `tenant of ${key}`, most: most.outer }),
        ),
      );
      const counts = await Promise.all(all);
      expect(counts.filter(({ inner, outer }) => inner.count <= 70 && outer.count <= 70)).toHaveLength(70);
    }
  });

  it('count on from the known counts while Redis is away, and add it afterwards', async () => {
    const { near, far, proxy } = windows();
    const name = newId('req');
    const [one, two] = [openPair(near, name), openPair(far, name)];
    const most = { inner: 10, outer: 20 };
    expect(await admitted(one, 'a', most, 4)).toBe(4);
    proxy.cut();
    expect(await admitted(one, 'a', most, 3)).toBe(3);
    expect((await one.readOuter('tenant')).count).toBe(7);
    proxy.mend();
    await eventually(() => near.figures());
    await eventually(async () => {
      await isAdmitted(one, 'a', { inner: 0, outer: 20 });
      return (await two.readOuter('tenant')).count === 7;
    });
    expect(await admitted(two, 'a', most, 10)).toBe(3);
  });
});
