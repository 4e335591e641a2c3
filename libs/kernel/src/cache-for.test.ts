import { expect, jest, test } from '@jest/globals';
import { cacheFor } from './cache-for.ts';

const LIFE_MS = 100;

test('calls during the read, and within its life, get the same result', async () => {
  jest.useFakeTimers();
  let reads = 0;
  const read = cacheFor(LIFE_MS, async () => (reads += 1));
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  jest.advanceTimersByTime(LIFE_MS - 1);
  expect(await read()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await read()).toBe(2);
  jest.useRealTimers();
});

test('the life of a result may depend on how long the read took', async () => {
  jest.useFakeTimers();
  let reads = 0;
  const read = cacheFor(
    (tookMs) => 2 * tookMs,
    async () => {
      jest.advanceTimersByTime(LIFE_MS / 2);
      return (reads += 1);
    },
  );
  expect(await read()).toBe(1);
  jest.advanceTimersByTime(LIFE_MS - 1);
  expect(await read()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await read()).toBe(2);
  jest.useRealTimers();
});

test('the call after a failed read reads again', async () => {
  let reads = 0;
  const read = cacheFor(LIFE_MS, () => {
    reads += 1;
    return reads === 1 ? Promise.reject(new Error('down')) : Promise.resolve(reads);
  });
  await expect(read()).rejects.toThrow('down');
  expect(await read()).toBe(2);
});
