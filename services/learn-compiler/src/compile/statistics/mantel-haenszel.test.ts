import { describe, expect, it } from '@jest/globals';
import { mantelHaenszel, normalBelow, stratifiedChance, type Stratum } from './mantel-haenszel.ts';

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

describe('the chance of strata', () => {
  const chance = (...strata: Stratum[]): number => stratifiedChance(strata, mantelHaenszel(strata));

  it('is exact for few sessions', () => {
    // One table: twice the hypergeometric tail, 2 · 1 / C(6, 3).
    expect(chance({ good: 3, all: 3, otherGood: 0, otherAll: 3 })).toBeCloseTo(0.1, 10);
    // Two such tables: 2 · 1 / C(6, 3)².
    expect(
      chance({ good: 3, all: 3, otherGood: 0, otherAll: 3 }, { good: 3, all: 3, otherGood: 0, otherAll: 3 }),
    ).toBeCloseTo(2 / 400, 10);
  });

  it('is the same from either side', () => {
    const one = { good: 5, all: 6, otherGood: 2, otherAll: 8 };
    const other = { good: 2, all: 8, otherGood: 5, otherAll: 6 };
    expect(chance(one)).toBeCloseTo(chance(other), 10);
  });

  it('of many sessions is close to the exact one', () => {
    const table = { good: 110, all: 200, otherGood: 90, otherAll: 200 };
    const larger = { good: 110, all: 200, otherGood: 90, otherAll: 202 };
    expect(chance(larger)).toBeCloseTo(chance(table), 1);
  });

  it('is 1 without a difference', () => {
    expect(chance({ good: 2, all: 4, otherGood: 2, otherAll: 4 })).toBe(1);
    expect(chance()).toBe(1);
  });
});
