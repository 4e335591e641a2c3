import { describe, expect, it } from '@jest/globals';
import { analyseQuery } from '../rank/analyse-query.ts';
import { terms } from '../text/terms.ts';
import type { Candidate } from './candidate.ts';
import { shortlist } from './shortlist.ts';

const candidate = (id: string, body: string, over: Partial<Candidate> = {}): Candidate => {
  const own = terms(body);
  return {
    id,
    kind: 'memory',
    terms: own,
    termText: ` ${own.join(' ')} `,
    length: own.length,
    speaker: null,
    sessionId: null,
    position: null,
    part: 0,
    parts: 1,
    occurredAt: 0,
    importance: 0.5,
    confidence: 1,
    asks: false,
    mentionsTime: false,
    tokens: 10,
    subtype: null,
    ...over,
  };
};

const statistics = {
  documents: 1_000,
  averageLength: { memory: 4, artifact: 20 },
  documentFrequency: new Map([
    ['boat', 10],
    ['paint', 600],
  ]),
};

const ids = (query: string, candidates: readonly Candidate[], keep: number): string[] =>
  shortlist(analyseQuery(query), candidates, statistics, keep).map(({ id }) => id);

describe('A shortlist', () => {
  it('contains the best by rarity and frequency of the words', () => {
    const candidates = [
      candidate('common', 'paint on the wall'),
      candidate('rare', 'boat by the quay'),
      candidate('rare twice', 'boat boat quay wall'),
      candidate('both', 'paint the boat'),
    ];
    expect(ids('paint boat', candidates, 3)).toEqual(['rare twice', 'both', 'rare']);
  });

  it('does not count a word inside another word', () => {
    expect(ids('boat', [candidate('other', 'steamboats houseboat'), candidate('same', 'boat shed')], 1)).toEqual([
      'same',
    ]);
  });

  it('puts turns of a speaker named in the query first', () => {
    const candidates = [
      candidate('ben', 'boat trip', { speaker: 'Ben' }),
      candidate('ada', 'boat trip', { speaker: 'Ada' }),
    ];
    expect(ids('What did Ada say about the boat?', candidates, 1)).toEqual(['ada']);
  });

  it('is not flooded by one speaker who says the same with other numbers', () => {
    const flood = Array.from({ length: 50 }, (_, n) =>
      candidate(`flood ${String(n)}`, `boat update ${String(n)}`, { speaker: 'Ada' }),
    );
    const found = ids('boat', [...flood, candidate('other', 'one boat that is by the old quay')], 20);
    expect(found).toContain('other');
    expect(found.length).toBeLessThan(10);
  });

  it('prefers the newer of equals', () => {
    const candidates = [candidate('old', 'boat', { occurredAt: 1 }), candidate('new', 'boat', { occurredAt: 2 })];
    expect(ids('boat', candidates, 1)).toEqual(['new']);
  });
});
