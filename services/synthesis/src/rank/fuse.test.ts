import { describe, expect, it } from '@jest/globals';
import { fuse } from './fuse.ts';

const list = (...ids: string[]) => ({ ids, weight: 1 });
const order = (...lists: Parameters<typeof fuse>[0]) => fuse(lists).map(({ id }) => id);

describe('A fusion of rankings', () => {
  it('puts ids first that both lists put early', () => {
    expect(order(list('a', 'b', 'c'), list('c', 'b', 'd'))).toEqual(['c', 'b', 'a', 'd']);
  });

  it('keeps the order of one list', () => {
    expect(order(list('x', 'y', 'z'), list())).toEqual(['x', 'y', 'z']);
  });

  it('scores the sum of weight / (60 + rank)', () => {
    expect(fuse([list('a'), { ids: ['b', 'a'], weight: 0.5 }])[0]).toEqual({ id: 'a', score: 1 / 61 + 0.5 / 62 });
  });
});
