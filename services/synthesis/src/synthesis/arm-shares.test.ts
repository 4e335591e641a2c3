import { describe, expect, it } from '@jest/globals';
import { armShares } from './arm-shares.ts';

const sumOf = (shares: Readonly<Record<string, number>>): number =>
  Object.values(shares).reduce((sum, share) => sum + share, 0);

describe('The shares of the ranking arms', () => {
  it('are the parts of the sum, without factors and without arms that gave nothing', () => {
    expect(armShares({ terms: 3, neighbours: 1, session: 0, speakerFactor: 3, total: 12 })).toEqual({
      terms: 0.75,
      neighbours: 0.25,
    });
  });

  it('contain what a search arm gave by its place, and sum to 1', () => {
    const parts = { terms: 3, neighbours: 1, total: 4, vectorPlace: 1, fused: 1 / 61 + 1 / 64 };
    const shares = armShares(parts);
    expect(shares['vector']).toBeCloseTo(1 / 61 / parts.fused);
    expect(sumOf(shares)).toBeCloseTo(1);
  });

  it('belong to the search arm alone if only that found the entry', () => {
    expect(armShares({ vectorPlace: 2, fused: 1 / 62 })).toEqual({ vector: 1 });
  });

  it('belong to the arm of a lane alone if that found the entry', () => {
    expect(armShares({ goal: 0.4, helpedFactor: 1.2, total: 0.48 })).toEqual({ goal: 1 });
  });

  it('are empty without a query', () => {
    expect(armShares({})).toEqual({});
  });
});
