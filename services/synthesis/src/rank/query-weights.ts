import { stem } from '@strata/languages/stem';
import type { AnalysedQuery } from './analyse-query.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import type { CorpusStatistics } from './document.ts';
import { ASKING, RELATED, SPEAKER } from './parameters.ts';
import type { namedSpeakers } from './speakers.ts';

/** The stems of the words by which a query names speakers. */
export const nameTermsOf = (named: ReturnType<typeof namedSpeakers>): Set<string> =>
  new Set([...named.values()].flat().map((word) => stem(word, null)));

/**
 * What each term of a query weighs: rare ones more, related words less, words that only ask far less. So do names of speakers that
 * people often say to each other ("Hi Ida!"); a name that is seldom said is about its person.
 */
export function termWeights(
  query: AnalysedQuery,
  nameTerms: ReadonlySet<string>,
  { documents, documentFrequency }: CorpusStatistics,
): Map<string, number> {
  const related = new Set([...query.related.values()].flat());
  const shareOf = (term: string): number => {
    if (nameTerms.has(term) && (documentFrequency.get(term) ?? 0) >= SPEAKER.oftenSaid * documents)
      return SPEAKER.termWeight;
    if (related.has(term)) return RELATED.weight;
    return query.askingTerms.has(term) ? ASKING.termWeight : 1;
  };
  return new Map(
    query.terms.map((term) => [
      term,
      shareOf(term) * inverseDocumentFrequency(documents, documentFrequency.get(term) ?? 0),
    ]),
  );
}
