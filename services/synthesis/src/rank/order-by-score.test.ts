import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderByScore } from './order-by-score.ts';

it('Positions stand in the order of a stable sort by score, then by the comparison', () => {
  const scored = fc.array(
    fc.tuple(fc.constantFrom(-7.5, -1e-9, -0, 0, 0.1, 0.3, 1, 1 + 1e-12, 7.5, 1e9), fc.integer({ min: 0, max: 2 })),
  );
  fc.assert(
    fc.property(scored, (all) => {
      const rest = (a: number, b: number): number => (all[a]?.[1] ?? 0) - (all[b]?.[1] ?? 0);
      const expected = all.map((_, i) => i).sort((a, b) => (all[b]?.[0] ?? 0) - (all[a]?.[0] ?? 0) || rest(a, b));
      const scores = Float64Array.from(all, ([score]) => score);
      expect([...orderByScore(scores, rest)]).toEqual(expected);
    }),
  );
});
