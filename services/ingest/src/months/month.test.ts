import { expect, test } from '@jest/globals';
import { monthAfter, monthOf } from './month.ts';

test('a month is that of the time in UTC', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe(202611);
  expect(monthOf(new Date('2026-12-01T00:30:00+02:00'))).toBe(202611);
});

test('months are counted over the turn of a year, in both directions', () => {
  expect([0, 1, 2, 14].map((count) => monthAfter(202611, count))).toEqual([202611, 202612, 202701, 202801]);
  expect([-1, -10, -11].map((count) => monthAfter(202611, count))).toEqual([202610, 202601, 202512]);
});
