import { describe, expect, it } from '@jest/globals';
import { armShares } from './arm-shares.ts';

describe('The shares of the ranking arms', () => {
  it('are the parts of the sum, without factors and without arms that gave nothing', () => {
    expect(armShares({ terms: 2, vector: 1, neighbours: 1, session: 0, speakerFactor: 3, total: 12 })).toEqual({
      terms: 0.5,
      vector: 0.25,
      neighbours: 0.25,
    });
  });

  it('belong to the arm of a lane alone if that found the entry', () => {
    expect(armShares({ goal: 0.4, helpedFactor: 1.2, total: 0.48 })).toEqual({ goal: 1 });
  });

  it('are empty without a query', () => {
    expect(armShares({})).toEqual({});
  });
});
