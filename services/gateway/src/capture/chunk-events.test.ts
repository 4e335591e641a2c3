import { describe, expect, it } from '@jest/globals';
import { chunkEvents } from './chunk-events.ts';

const items = (count: number, bytes: number) => Array.from({ length: count }, (_, index) => ({ index, bytes }));
const sizes = (count: number, bytes: number) => chunkEvents(items(count, bytes)).map((chunk) => chunk.length);

describe('chunkEvents', () => {
  it('keeps small events together, at most 1,000 in one message', () => {
    expect(sizes(0, 400)).toEqual([]);
    expect(sizes(1000, 400)).toEqual([1000]);
    expect(sizes(2001, 10)).toEqual([1000, 1000, 1]);
  });

  it('starts another message before one exceeds half a mebibyte', () => {
    expect(sizes(10, 256 * 1024)).toEqual([2, 2, 2, 2, 2]);
    expect(sizes(2, 2 * 1024 * 1024)).toEqual([1, 1]);
  });

  it('keeps the order', () => {
    expect(chunkEvents(items(2500, 1000)).flat()).toEqual(items(2500, 1000));
  });
});
