import { nearness } from '../text/date-mentions.ts';
import type { AnalysedQuery } from './analyse-query.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import type { CorpusStatistics, RankDocument } from './document.ts';
import type { Scoring } from './scoring.ts';

/**
 * How well the time of a document fits the dates that a query names: 0 to 2 times what a word weighs that occurs once in
 * the population.
 */
export function dateGain(
  { dates }: AnalysedQuery,
  { occurredAt }: RankDocument,
  { documents }: Pick<CorpusStatistics, 'documents'>,
): number {
  if (dates.length === 0) return 0;
  const nearest = Math.max(...dates.map((mention) => nearness(occurredAt, mention)));
  return nearest * inverseDocumentFrequency(documents, 1);
}

/** The gain of each document. */
export function dateScores({ query, documents, statistics }: Scoring): Float64Array {
  return Float64Array.from(documents, (document) => dateGain(query, document, statistics));
}
