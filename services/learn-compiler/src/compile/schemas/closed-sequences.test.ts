import { describe, expect, it } from '@jest/globals';
import { mineClosedSequences } from './closed-sequences.ts';
import { indexPositions, isSubsequence, matchLate, occursInOrder } from './subsequence.ts';

const LIMITS = { minSupport: 2, maxLength: 20, maxPatterns: 100_000, maxWork: 100_000_000 };

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const contains = (items: readonly number[], sequence: readonly number[]): boolean =>
  isSubsequence(items.map(String), sequence.map(String));

/** All closed patterns by trying every subsequence. */
function byBruteForce(sequences: readonly number[][]): string[] {
  const all = new Map<string, number[]>();
  for (const sequence of sequences)
    for (let mask = 1; mask < 1 << sequence.length; mask++) {
      const items = sequence.filter((_, at) => (mask >> at) & 1);
      all.set(items.join(), items);
    }
  const support = (items: readonly number[]): number =>
    sequences.filter((sequence) => contains(items, sequence)).length;
  const frequent = [...all.values()]
    .map((items) => ({ items, n: support(items) }))
    .filter(({ n }) => n >= LIMITS.minSupport);
  return frequent
    .filter(
      ({ items, n }) =>
        !frequent.some(
          (longer) => longer.items.length === items.length + 1 && longer.n === n && contains(items, longer.items),
        ),
    )
    .map(({ items, n }) => `${items.join()}:${String(n)}`)
    .sort();
}

describe('closed sequences', () => {
  it('equal those found by trying every subsequence', () => {
    const next = numbers(42);
    for (let round = 0; round < 60; round++) {
      const kinds = 2 + Math.floor(next() * 4);
      const sequences = Array.from({ length: 3 + Math.floor(next() * 4) }, () =>
        Array.from({ length: 1 + Math.floor(next() * 6) }, () => Math.floor(next() * kinds)),
      );
      const found = mineClosedSequences(sequences, LIMITS).map(
        ({ items, rows }) => `${items.join()}:${String(rows.length)}`,
      );
      expect(found.sort()).toEqual(byBruteForce(sequences));
    }
  });

  it('are mined within the limits', () => {
    const next = numbers(7);
    const sequences = Array.from({ length: 50 }, () => Array.from({ length: 60 }, () => Math.floor(next() * 12)));
    const few = mineClosedSequences(sequences, { ...LIMITS, maxPatterns: 24 });
    expect(few.length).toBe(24);
    expect(new Set(few.map(({ items }) => items[0])).size).toBe(12);
    expect(mineClosedSequences(sequences, { ...LIMITS, maxWork: 1000 }).length).toBeLessThan(50);
  });
});

describe('A subsequence', () => {
  it('is recognized equally in a sequence and in its index', () => {
    const sequence = ['a', 'b', 'a', 'c'];
    for (const items of [['a', 'a'], ['a', 'c'], ['c', 'a'], ['b', 'a', 'c'], ['a', 'b', 'b'], []])
      expect(occursInOrder(items, indexPositions(sequence))).toBe(isSubsequence(items, sequence));
  });

  it('is matched as late as possible', () => {
    expect(matchLate(['a', 'b'], ['a', 'a', 'b', 'a', 'b', 'c'])).toEqual([3, 4]);
    expect(matchLate(['b', 'a', 'b', 'a'], ['a', 'b', 'a', 'b'])).toBeNull();
  });
});
