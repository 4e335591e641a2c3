import { expect, it } from '@jest/globals';
import { terms } from '../text/terms.ts';
import { analyseQuery } from './analyse-query.ts';
import type { RankDocument } from './document.ts';
import { expansionScores } from './expansion.ts';
import { prepareScoring } from './scoring.ts';

/** What the words that documents share give each of them, if all documents match the query equally well. */
function scoresOf(texts: readonly string[]): number[] {
  const documents = texts.map((text, at): RankDocument => ({
    ...{ id: String(at), kind: 'memory', terms: terms(text), speaker: null, sessionId: null, position: null },
    ...{ part: 0, parts: 1, occurredAt: 0, importance: 0.5, confidence: 0.9, asks: false, mentionsTime: false },
  }));
  const statistics = {
    documents: documents.length,
    averageLength: { memory: 5, artifact: 5 },
    documentFrequency: new Map([['live', documents.length]]),
  };
  const scoring = prepareScoring(analyseQuery('live'), documents, statistics);
  return [...expansionScores({ ...scoring, content: scoring.content.fill(1) })];
}

it('The words that the best documents share weigh less the fewer they are', () => {
  const shared = Array.from({ length: 20 }, (_, i) => `word${String.fromCharCode(97 + i)}`).join(' ');
  const [, few = 0] = scoresOf(['live Adeyemi', 'live Ortiz', 'live Ortiz']);
  const [, many = 0] = scoresOf(['live Adeyemi', `live ${shared}`, `live ${shared}`]);
  expect(few).toBeGreaterThan(0);
  expect(few).toBeLessThan(many / 5);
});
