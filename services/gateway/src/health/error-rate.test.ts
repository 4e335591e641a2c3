import { expect, test } from '@jest/globals';
import { ErrorRate } from './error-rate.ts';

const MINUTE_MS = 60_000;

test('requests count for five minutes, those with a 5xx as failed', () => {
  let now = 0;
  const rate = new ErrorRate(() => now);
  for (const status of [200, 202, 404, 499, 500, 503]) rate.record(status);
  expect(rate.figures()).toEqual({ all: 6, failed: 2 });
  now = 2 * MINUTE_MS;
  rate.record(500);
  expect(rate.figures()).toEqual({ all: 7, failed: 3 });
  now = 5 * MINUTE_MS;
  expect(rate.figures()).toEqual({ all: 1, failed: 1 });
  now = 60 * MINUTE_MS;
  expect(rate.figures()).toEqual({ all: 0, failed: 0 });
});
