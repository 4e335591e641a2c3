import { describe, expect, test } from '@jest/globals';
import { fuse } from './fuse.ts';

describe('fuse', () => {
  test('what both lists name early comes first', () => {
    const fused = fuse([
      ['a', 'b', 'c'],
      ['c', 'b', 'd'],
    ]);
    expect(fused.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
  });

  test('one list keeps its order, and an empty one changes nothing', () => {
    expect(fuse([['x', 'y', 'z'], []]).map(({ id }) => id)).toEqual(['x', 'y', 'z']);
  });

  test('the score is the sum of 1 / (60 + place)', () => {
    expect(fuse([['a'], ['b', 'a']])[0]).toEqual({ id: 'a', score: 1 / 61 + 1 / 62 });
  });
});
