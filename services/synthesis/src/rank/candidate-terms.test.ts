import { describe, expect, it } from '@jest/globals';
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

describe('The terms that fetch candidates', () => {
  it('leave out the most common terms first', () => {
    expect(candidateTerms(['common', 'rare', 'some'], statistics, 1_000)).toEqual(['rare', 'some']);
    expect(candidateTerms(['common', 'rare', 'some'], statistics, 10_000)).toEqual(['rare', 'some', 'common']);
  });

  it('include the rarest term that occurs, however common it is', () => {
    expect(candidateTerms(['common', 'unknown'], statistics, 1_000)).toEqual(['common']);
  });
});
