import { describe, expect, it } from '@jest/globals';
import { candidatesFor, chooseSearch } from './choose-search.ts';
import type { Population, PopulationStatistics } from './search-index.ts';

const everything: Population = { agentId: null, kinds: ['memory', 'artifact'], tags: [] };
const MOST = 100;

const statistics = (reach: Record<string, number>, artifacts = 0): PopulationStatistics => ({
  documents: 10_000,
  artifacts,
  averageLength: { memory: 10, artifact: 40 },
  documentFrequency: new Map(Object.entries(reach)),
  reach: new Map(Object.entries(reach)),
});

describe('The search for candidates', () => {
  it('uses rare words, and common ones only while there is room', () => {
    const found = chooseSearch(
      ['common', 'rare', 'some'],
      everything,
      statistics({ common: 5_000, rare: 3, some: 60 }),
      MOST,
    );
    expect(found).toEqual({ terms: ['rare', 'some'], newest: null });
  });

  it('takes the newest entries if the only word is common', () => {
    expect(chooseSearch(['common'], everything, statistics({ common: 5_000 }), MOST)).toEqual({
      terms: ['common'],
      newest: MOST,
    });
  });

  it('is not needed for words that occur nowhere', () => {
    expect(chooseSearch(['unknown'], everything, statistics({}), MOST)).toBeNull();
  });

  it('uses all words if few entries have the tags', () => {
    const reach = { common: 5_000, rare: 99, 'tag=a': 40, 'tag=b': 9_000 };
    const tagged = { ...everything, tags: ['a', 'b'] };
    expect(chooseSearch(['common', 'rare'], tagged, statistics(reach, 50), MOST)).toEqual({
      terms: ['common', 'rare'],
      newest: null,
    });
    expect(chooseSearch(['common', 'rare'], tagged, statistics(reach, 500), MOST)).toEqual({
      terms: ['rare'],
      newest: null,
    });
  });

  it('fetches more candidates for a larger budget, within bounds', () => {
    expect([1, 4_000, 20_000, 200_000].map(candidatesFor)).toEqual([1_000, 1_000, 5_000, 10_000]);
  });
});
