import type { AnalysedQuery } from './analyse-query.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import type { Scoring } from './scoring.ts';

export const namesEntities = ({ entities }: AnalysedQuery): boolean => entities.length > 0;

/** How rare the identifiers are that a document shares with the query, however long it is and however often it has them. */
export function entityScores({ query, table, statistics }: Scoring): Float64Array {
  const weights = new Map<number, number>();
  for (const term of query.entities) {
    const number = table.numberOf(term);
    if (number === undefined) continue;
    weights.set(number, inverseDocumentFrequency(statistics.documents, statistics.documentFrequency.get(term) ?? 0));
  }
  const scores = new Float64Array(table.size);
  for (let d = 0; d < scores.length; d++) {
    const numbers = table.numbersOf(d);
    let score = 0;
    for (const [number, weight] of weights) if (numbers.includes(number)) score += weight;
    scores[d] = score;
  }
  return scores;
}
