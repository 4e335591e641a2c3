import { describe, expect, it } from '@jest/globals';
import { analyseQuery } from './analyse-query.ts';
import { dateGain } from './date-gain.ts';
import type { RankDocument } from './document.ts';

const document: RankDocument = {
  id: 'a',
  kind: 'memory',
  terms: [],
  speaker: null,
  sessionId: null,
  position: null,
  part: 0,
  parts: 1,
  occurredAt: Date.UTC(2024, 5, 3),
  importance: 0.5,
  confidence: 0.9,
  asks: false,
  mentionsTime: false,
};

describe('The date gain of a document', () => {
  it('is twice as high on the day as in the month, and zero if the query names no date', () => {
    const gain = (query: string): number => dateGain(analyseQuery(query), document, { documents: 100 });
    expect(gain('on 3 June 2024')).toBeCloseTo(2 * gain('in June 2024'), 10);
    expect(gain('in July 2024')).toBe(0);
    expect(gain('in summer')).toBe(0);
  });

  it('grows with the population, as the weight of words does', () => {
    const gain = (documents: number): number => dateGain(analyseQuery('June 2024'), document, { documents });
    expect(gain(100_000)).toBeGreaterThan(gain(100));
  });
});
