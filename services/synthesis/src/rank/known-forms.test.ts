import { describe, expect, it } from '@jest/globals';
import { analyseQuery } from './analyse-query.ts';
import { inKnownForms } from './known-forms.ts';
import { coverageOf, weighWords } from './relevance-floor.ts';

const population = (frequencies: Record<string, number>) => ({
  documents: 1_000,
  averageLength: { memory: 20, artifact: 20 },
  documentFrequency: new Map(Object.entries(frequencies)),
  reach: new Map(Object.entries(frequencies)),
});

describe('A query in the forms that a population knows', () => {
  it('has the stem by the rules of its language, or the English one of earlier entries', () => {
    const query = analyseQuery('Wo sind die Häuser?');
    expect(inKnownForms(query, population({ haus: 3 })).query.terms).toContain('haus');
    expect(inKnownForms(query, population({ häuser: 3 })).query.terms).toContain('häuser');
  });

  it('counts several stems of a word as one word, as rare as all of them together', () => {
    const asked = analyseQuery('Wo sind die Häuser?');
    const { query, statistics } = inKnownForms(asked, population({ haus: 3, häuser: 5 }));
    expect(query.terms).toEqual(expect.arrayContaining(['haus', 'häuser']));
    expect(statistics.documentFrequency.get('haus')).toBe(8);
    const document = { terms: ['häuser'] };
    expect(coverageOf(weighWords(query, statistics), document as never).held).toHaveLength(1);
  });

  it('takes a guess only where nothing else is known of the word', () => {
    const query = analyseQuery('Who lives in Bremen now?');
    expect(inKnownForms(query, population({ brem: 2 })).query.terms).toContain('brem');
    expect(inKnownForms(query, population({ brem: 2, bremen: 2 })).query.terms).not.toContain('brem');
  });

  it('is the query itself without other forms and related words', () => {
    const query = analyseQuery('green tea');
    const english = { ...query, forms: new Map(), related: new Map() };
    expect(inKnownForms(english, population({ tea: 1 })).query).toBe(english);
  });
});
