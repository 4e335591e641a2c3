import { describe, expect, it } from '@jest/globals';
import { mantelHaenszel, normalBelow } from './mantel-haenszel.ts';

describe('the Cochran–Mantel–Haenszel statistic', () => {
  const even = { good: 5, all: 10, otherGood: 5, otherAll: 10 };

  it('is zero without a difference, and its sign shows who succeeds more', () => {
    expect(mantelHaenszel([even])).toBe(0);
    expect(mantelHaenszel([{ ...even, good: 9 }])).toBeGreaterThan(1.4);
    expect(mantelHaenszel([{ ...even, good: 1 }])).toBeLessThan(-1.4);
    expect(mantelHaenszel([{ good: 3, all: 3, otherGood: 0, otherAll: 0 }])).toBe(0);
  });

  it('ignores differences between strata', () => {
    const hard = { good: 0, all: 9, otherGood: 0, otherAll: 1 };
    const easy = { good: 1, all: 1, otherGood: 9, otherAll: 9 };
    expect(mantelHaenszel([hard, easy])).toBe(0);
  });

  it('equals the textbook value of one table', () => {
    // (|10 - 7.5| - 0.5)² / (15 · 15 · 15 · 15 / (30² · 29)) = 2.062
    expect(mantelHaenszel([{ good: 10, all: 15, otherGood: 5, otherAll: 15 }]) ** 2).toBeCloseTo(2.062, 2);
  });

  it('becomes a probability', () => {
    expect(normalBelow(0)).toBeCloseTo(0.5, 6);
    expect(normalBelow(1.959964)).toBeCloseTo(0.975, 6);
    expect(normalBelow(-1.644854)).toBeCloseTo(0.05, 6);
  });
});
