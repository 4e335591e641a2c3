import { expect, test } from '@jest/globals';
import { createArrivalClock } from './arrival-clock.ts';

test('arrivals keep their order within one millisecond, and when the clock goes back', () => {
  const times = [1000, 1000, 1000, 999, 1001];
  const arrive = createArrivalClock({ now: () => new Date(times.shift() ?? 0) });
  const orders = Array.from({ length: 5 }, () => arrive().order);
  expect(orders).toEqual([1_000_000, 1_000_001, 1_000_002, 1_000_003, 1_001_000]);
});
