import { describe, expect, it } from '@jest/globals';
import { balanceOf, movedConfidence, type Judgements } from './balance.ts';

const succeeded = (times: number): Judgements => ({ successes: times, failures: 0 });
const failed = (times: number): Judgements => ({ successes: 0, failures: times });

describe('The balance of feedback', () => {
  it('is zero without feedback, and between writers who disagree', () => {
    expect(balanceOf([])).toBe(0);
    expect(balanceOf([succeeded(3), failed(3)])).toBe(0);
  });

  it('rises with each success and falls with each failure', () => {
    expect([1, 2, 10].map((times) => balanceOf([succeeded(times)]))).toEqual([0.2, 0.25, 0.3125]);
    expect([1, 2, 10].map((times) => balanceOf([failed(times)]))).toEqual([-0.2, -0.25, -0.3125]);
  });

  it('is moved less by what one writer repeats a thousand times than by two writers who say it twice', () => {
    expect(balanceOf([succeeded(1_000)])).toBeLessThan(balanceOf([succeeded(2), succeeded(2)]));
  });

  it('never reaches certainty', () => {
    expect(balanceOf(Array.from({ length: 500 }, () => succeeded(500)))).toBeLessThan(1);
  });
});

describe('A confidence', () => {
  it('stays as it was learned without feedback', () => {
    expect(movedConfidence(0.7, 0)).toBe(0.7);
  });

  it('moves towards 1 or 0, and at most half of the way', () => {
    expect(movedConfidence(0.9, 0.2)).toBe(0.91);
    expect(movedConfidence(0.9, -0.2)).toBe(0.81);
    expect([movedConfidence(0.8, 1), movedConfidence(0.8, -1)]).toEqual([0.9, 0.4]);
  });
});
