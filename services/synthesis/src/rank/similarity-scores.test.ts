import { describe, expect, it } from '@jest/globals';
import type { RankDocument } from './document.ts';
import { VECTOR } from './parameters.ts';
import type { Scoring } from './scoring.ts';
import { similarityScores } from './similarity-scores.ts';

/** Documents with these similarities (undefined: not found) and these scores by words. */
const scores = (similarities: readonly (number | undefined)[], content: readonly number[] = []): number[] => {
  const documents = similarities.map((similarity) => (similarity === undefined ? {} : { similarity }) as RankDocument);
  const words = Float64Array.from(similarities, (_similarity, d) => content[d] ?? 0);
  return [...similarityScores({ documents, content: words } as unknown as Scoring)];
};

describe('The scores by similarity', () => {
  it('are shares of the best score by words', () => {
    expect(scores([0.5, undefined, 1, -0.2], [0, 8, 4])).toEqual([4, 0, 8, 0]);
  });

  it('count if no document holds a word of the query', () => {
    expect(scores([0.25, undefined])).toEqual([0.25, 0]);
  });

  it('begin at the last entry found if more could have been near', () => {
    const many = Array.from({ length: VECTOR.nearest }, () => 0.8);
    const [best, last] = scores([0.9, ...many], [2]);
    expect(best).toBeCloseTo(1);
    expect(last).toBe(0);
    expect(scores(many.map(() => 1))).toEqual(many.map(() => 0));
  });
});
