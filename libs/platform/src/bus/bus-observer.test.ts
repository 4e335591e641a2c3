import { describe, expect, test } from '@jest/globals';
import { secondsSince, secondsSinceOldest } from './bus-observer.ts';

describe('secondsSince', () => {
  test('is never negative, as the time may come from a clock that is ahead', () => {
    expect(secondsSince(Date.now() + 60_000)).toBe(0);
  });
});

describe('secondsSinceOldest', () => {
  test('counts from the earliest time', () => {
    const now = Date.now();
    const seconds = secondsSinceOldest([now - 1_000, now - 60_000, now]);
    expect(Math.round(seconds / 10)).toBe(6);
  });

  test('is zero without any time', () => {
    expect(secondsSinceOldest([])).toBe(0);
  });
});
