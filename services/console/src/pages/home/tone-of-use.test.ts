import { expect, test } from '@jest/globals';
import { toneOf } from './tone-of-use.ts';

test.each([
  [0, 100, 'accent'],
  [79, 100, 'accent'],
  [80, 100, 'warning'],
  [99, 100, 'warning'],
  [100, 100, 'bad'],
  [140, 100, 'bad'],
  [0, 0, 'bad'],
] as const)('%d of %d looks %s', (used, limit, tone) => {
  expect(toneOf(used, limit)).toBe(tone);
});
