import { expect, jest, test } from '@jest/globals';
import { cacheFor } from './cache-for.ts';

const LIFE_MS = 100;

test('everyone who asks while it is under way, or within its life, gets the same reading', async () => {
  jest.useFakeTimers();
  let readings = 0;
  const read = cacheFor(LIFE_MS, async () => (readings += 1));
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  jest.advanceTimersByTime(LIFE_MS - 1);
  expect(await read()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await read()).toBe(2);
  jest.useRealTimers();
});

test('a reading that fails is tried again by the next who asks', async () => {
  let readings = 0;
  const read = cacheFor(LIFE_MS, () => {
    readings += 1;
    return readings === 1 ? Promise.reject(new Error('down')) : Promise.resolve(readings);
  });
  await expect(read()).rejects.toThrow('down');
  expect(await read()).toBe(2);
});
