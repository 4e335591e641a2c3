import { describe, expect, it } from '@jest/globals';
import { adjustForMany, fisherExact } from './fisher.ts';
import { probabilityGreater, wilsonLower } from './proportions.ts';

describe('tests and bounds', () => {
  it("agree with R's fisher.test", () => {
    expect(fisherExact(3, 1, 1, 3)).toBeCloseTo(0.4857, 4);
    expect(fisherExact(8, 2, 1, 5)).toBeCloseTo(0.03497, 5);
    expect(fisherExact(0, 5, 5, 0)).toBeCloseTo(0.007937, 6);
  });

  it("agree with R's p.adjust(method = 'BH'), in the order given", () => {
    const adjusted = adjustForMany([0.01, 0.04, 0.03, 0.005]);
    [0.02, 0.04, 0.04, 0.02].forEach((p, at) => expect(adjusted[at]).toBeCloseTo(p, 10));
  });

  it("give the lower bound of Wilson's interval", () => {
    expect(wilsonLower(8, 10, 1.96)).toBeCloseTo(0.4902, 4);
    expect(wilsonLower(0, 0)).toBe(0);
  });

  it('compare two rates', () => {
    expect(probabilityGreater(5, 10, 5, 10)).toBeCloseTo(0.5, 6);
    expect(probabilityGreater(9, 10, 1, 10)).toBeGreaterThan(0.99);
    expect(probabilityGreater(3, 9, 7, 8) + probabilityGreater(7, 8, 3, 9)).toBeCloseTo(1, 6);
  });
});
