import { describe, expect, it } from '@jest/globals';
import { highestPositions } from './highest.ts';

describe('The highest positions', () => {
  it('are those of the highest values, equal ones in their order, without zeros', () => {
    expect(highestPositions(Float64Array.of(1, 3, 0, 3, 2), 3)).toEqual([1, 3, 4]);
    expect(highestPositions(Float64Array.of(0, 0), 3)).toEqual([]);
  });
});
