import { expect, it } from '@jest/globals';
import { analyseQuery } from './analyse-query.ts';
import { termWeights } from './query-weights.ts';

const weightsOf = (timesSaid: number) =>
  termWeights(analyseQuery('What did Ingrid call her daughter?'), new Set(['ingrid']), {
    documents: 200,
    averageLength: { memory: 20, artifact: 20 },
    documentFrequency: new Map([
      ['ingrid', timesSaid],
      ['daughter', 3],
    ]),
  });

it('The name of a speaker weighs as any other word if it is seldom said', () => {
  const weights = weightsOf(3);
  expect(weights.get('ingrid')).toBe(weights.get('daughter'));
});

it('The name of a speaker weighs little if people often call each other by it', () => {
  expect(weightsOf(10).get('ingrid')).toBeLessThan((weightsOf(9).get('ingrid') ?? 0) / 5);
});
