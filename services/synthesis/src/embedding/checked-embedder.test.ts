import { describe, expect, it } from '@jest/globals';
import { checkedEmbedder } from './checked-embedder.ts';
import type { Embedder } from './embedder.ts';

const TIMEOUT_MS = 1_000;

const returning = (vectors: unknown, dimensions = 2): Embedder =>
  checkedEmbedder({
    provider: 'test',
    model: 'test',
    dimensions,
    embed: () => Promise.resolve(vectors as number[][]),
  });

describe('A checked embedder', () => {
  it('returns vectors of length 1, however large or small their numbers are', async () => {
    const [small, large] = await returning([
      [3e-200, 4e-200],
      [-3e200, 4e200],
    ]).embed(['a', 'b'], TIMEOUT_MS);
    expect(small?.map((value) => value.toFixed(6))).toEqual(['0.600000', '0.800000']);
    expect(large?.map((value) => value.toFixed(6))).toEqual(['-0.600000', '0.800000']);
  });

  it.each([
    ['too few vectors', [[1, 2]]],
    ['too many vectors', [[1], [1], [1]]],
    [
      'another number of dimensions',
      [
        [1, 2, 3],
        [1, 2],
      ],
    ],
    [
      'what is no number',
      [
        [1, NaN],
        [1, 2],
      ],
    ],
    [
      'null for a number',
      [
        [1, null],
        [1, 2],
      ],
    ],
    [
      'what is infinite',
      [
        [1, Infinity],
        [1, 2],
      ],
    ],
    [
      'a vector of zeros',
      [
        [0, 0],
        [1, 2],
      ],
    ],
    ['what is no vector', ['MTI=', 'MTI=']],
  ])('rejects %s', async (_what, vectors) => {
    await expect(returning(vectors).embed(['a', 'b'], TIMEOUT_MS)).rejects.toThrow(/embedding (?:provider|model)/);
  });

  it('does not wait longer than it may', async () => {
    const never = checkedEmbedder({ ...returning([]), embed: () => new Promise(() => undefined) });
    await expect(never.embed(['a'], 20)).rejects.toThrow('20 ms');
  });
});
