import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { areSimilar } from './similar-lists.ts';
import { compareText } from './words.ts';

const list = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
  .map((items) => items.sort(compareText));

describe('Sorted lists', () => {
  it('are similar by the share of their items that both have', () => {
    expect(areSimilar(['a', 'b', 'c'], ['b', 'c', 'd'], 0.5)).toBe(true);
    expect(areSimilar(['a', 'b', 'c'], ['b', 'c', 'd'], 0.6)).toBe(false);
    expect(areSimilar([], [], 1)).toBe(true);
    expect(areSimilar(['a'], [], 0.1)).toBe(false);
  });

  it('are compared as sets are', () => {
    fc.assert(
      fc.property(list, list, fc.constantFrom(0.3, 0.5, 0.7), (a, b, share) => {
        const shared = a.filter((item) => b.includes(item)).length;
        expect(areSimilar(a, b, share)).toBe(shared >= share * new Set([...a, ...b]).size);
      }),
    );
  });
});
