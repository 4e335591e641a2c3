import { describe, expect, test } from '@jest/globals';
import { candidateTerms } from './candidate-terms.ts';

const statistics = {
  documents: 10_000,
  averageLength: { memory: 12, artifact: 40 },
  documentFrequency: new Map([
    ['rare', 3],
    ['some', 400],
    ['common', 9_000],
  ]),
};

describe('candidateTerms', () => {
  test('the commonest terms are dropped first', () => {
    expect(candidateTerms(['common', 'rare', 'some'], statistics, 1_000)).toEqual(['rare', 'some']);
    expect(candidateTerms(['common', 'rare', 'some'], statistics, 10_000)).toEqual(['rare', 'some', 'common']);
  });

  test('the rarest that occurs is always kept', () => {
    expect(candidateTerms(['common', 'unknown'], statistics, 1_000)).toEqual(['common']);
  });
});
