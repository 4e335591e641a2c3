import { expect, it } from '@jest/globals';
import type { Candidate } from './candidate.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import { weighByFeedback } from './weigh-by-feedback.ts';

const found = (id: string, kind: Candidate['kind'], score: number, balance?: number): RankedCandidate => ({
  candidate: { id, kind, balance } as Candidate,
  lane: 'fix',
  score,
  isRelevant: true,
  parts: () => ({ error: score, total: score }),
});

it('Feedback moves the scores of what an arm found for a lane, and its order among entries of a kind', () => {
  const weighed = weighByFeedback([
    found('a', 'artifact', 0.4, -0.5),
    found('b', 'artifact', 0.4),
    found('m', 'memory', 0.9, 0.5),
  ]);
  expect(weighed.map(({ candidate }) => candidate.id)).toEqual(['b', 'a', 'm']);
  expect(weighed[2]?.score).toBeCloseTo(0.9 * Math.sqrt(1.5));
  expect(weighed[1]?.parts()).toMatchObject({ error: 0.4, helpedFactor: 1.5 ** -0.5, total: weighed[1]?.score });
});
