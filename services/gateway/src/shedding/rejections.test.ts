import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Rejections } from './rejections.ts';

/** Adds so many rejections at once; resolves with how many were made in each turn of the event loop. */
async function rejectedByTurn(requests: number): Promise<number[]> {
  const rejections = new Rejections();
  let rejected = 0;
  const byTurn: number[] = [];
  for (let request = 0; request < requests; request += 1) rejections.add(() => (rejected += 1));
  expect(rejected).toBe(0);
  while (rejected < requests) {
    const before = rejected;
    await nextTurn();
    byTurn.push(rejected - before);
  }
  return byTurn;
}

it('A few requests are rejected in the next turn of the event loop', async () => {
  expect(await rejectedByTurn(3)).toEqual([3]);
});

it('Of many requests a part is rejected in each turn, so that others are served in between', async () => {
  const byTurn = await rejectedByTurn(400);
  expect(byTurn.slice(0, 3)).toEqual([100, 75, 57]);
  expect(byTurn.length).toBeGreaterThan(10);
});

it('Requests are rejected in the order in which they came, also those that come later', async () => {
  const rejections = new Rejections();
  const rejected: number[] = [];
  for (let request = 0; request < 40; request += 1) rejections.add(() => rejected.push(request));
  await nextTurn();
  for (let request = 40; request < 50; request += 1) rejections.add(() => rejected.push(request));
  while (rejected.length < 50) await nextTurn();
  expect(rejected).toEqual([...rejected].toSorted((a, b) => a - b));
});
