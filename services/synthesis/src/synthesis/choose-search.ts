import { tagTerm } from '../indexing/lexemes.ts';
import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { candidateTerms } from '../rank/candidate-terms.ts';
import type { CandidateSearch, Population, PopulationStatistics } from './search-index.ts';

/** About how many candidates are fetched for one query: many more than fit the budget. */
const USUAL_CANDIDATES = 1_000;
const MOST_CANDIDATES = 10_000;
const TOKENS_PER_CANDIDATE = 4;

/** How many candidates to fetch for a budget. */
export const candidatesFor = (maxTokens: number): number =>
  Math.min(MOST_CANDIDATES, Math.max(USUAL_CANDIDATES, Math.ceil(maxTokens / TOKENS_PER_CANDIDATE)));

/** The terms whose statistics a query needs: its own, their other forms, related ones, and those of the requested tags. */
export const termsToCount = (
  { terms, forms, related }: Pick<AnalysedQuery, 'terms' | 'forms' | 'related'>,
  { tags }: Population,
): string[] => [
  ...terms,
  ...[...forms.values()].flat().map(({ stem }) => stem),
  ...[...related.values()].flat(),
  ...tags.map(tagTerm),
];

/**
 * Chooses the entries that are worth ranking; null if nothing can match. Rare words decide the order, so common words are
 * left out once the others lead to enough candidates. If few entries have the requested tags, no word is left out.
 */
export function chooseSearch(
  queryTerms: readonly string[],
  population: Population,
  statistics: PopulationStatistics,
  most: number,
): CandidateSearch | null {
  const { reach } = statistics;
  const occurring = queryTerms.filter((term) => reach.has(term));
  if (occurring.length === 0) return null;
  const bound = tagBound(population, statistics);
  if (bound <= most) return { terms: occurring, newest: null };
  const terms = candidateTerms(queryTerms, { ...statistics, documentFrequency: reach }, most);
  const reached = terms.reduce((sum, term) => sum + (reach.get(term) ?? 0), 0);
  return { terms, newest: reached > most ? most : null };
}

/** How many entries have the tags, at most. */
function tagBound({ tags, kinds }: Population, { reach, artifacts }: PopulationStatistics): number {
  if (tags.length === 0) return Infinity;
  const memories = kinds.includes('memory') ? Math.min(...tags.map((tag) => reach.get(tagTerm(tag)) ?? 0)) : 0;
  return memories + (kinds.includes('artifact') ? artifacts : 0);
}
