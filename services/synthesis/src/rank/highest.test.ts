import { expect, test } from '@jest/globals';
import { highestPositions } from './highest.ts';

test('the highest values come first, equal ones in their order, and zeros never', () => {
  expect(highestPositions(Float64Array.of(1, 3, 0, 3, 2), 3)).toEqual([1, 3, 4]);
  expect(highestPositions(Float64Array.of(0, 0), 3)).toEqual([]);
});
