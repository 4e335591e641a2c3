import { nearness } from '../text/date-mentions.ts';
import type { AnalysedQuery } from './analyse-query.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import type { CorpusStatistics, RankDocument } from './document.ts';
import { DATE } from './parameters.ts';

/** What a document gains by when it occurred, in units of the score: measured against the rarest word there can be in the population. */
export function dateGain(
  { dates }: AnalysedQuery,
  { occurredAt }: RankDocument,
  { documents }: Pick<CorpusStatistics, 'documents'>,
): number {
  if (dates.length === 0) return 0;
  const nearest = Math.max(...dates.map((mention) => nearness(occurredAt, mention)));
  return nearest * DATE.gain * inverseDocumentFrequency(documents, 1);
}
