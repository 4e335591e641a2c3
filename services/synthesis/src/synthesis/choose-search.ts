import { tagTerm } from '../indexing/lexemes.ts';
import { candidateTerms } from '../rank/candidate-terms.ts';
import type { CandidateSearch, Population, PopulationStatistics } from './search-index.ts';

/** So many candidates are fetched for one query, about: many more than a pack of the budget holds. */
const USUAL_CANDIDATES = 1_000;
const MOST_CANDIDATES = 10_000;
const TOKENS_PER_CANDIDATE = 4;

/** How many candidates a budget is worth. */
export const candidatesFor = (maxTokens: number): number =>
  Math.min(MOST_CANDIDATES, Math.max(USUAL_CANDIDATES, Math.ceil(maxTokens / TOKENS_PER_CANDIDATE)));

/** The terms whose statistics a query needs: its own, and those that stand for the tags asked for. */
export const termsToCount = (queryTerms: readonly string[], { tags }: Population): string[] => [
  ...queryTerms,
  ...tags.map(tagTerm),
];

/**
 * Which entries are worth ranking. Rare words decide the order, so the commonest are left to the ranking once the others bring
 * enough candidates. Tags that few entries carry bound the candidates by themselves, and then no word need be left out.
 * @returns null when nothing can match
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

/** How many entries the tags leave at most. */
function tagBound({ tags, kinds }: Population, { reach, artifacts }: PopulationStatistics): number {
  if (tags.length === 0) return Infinity;
  const memories = kinds.includes('memory') ? Math.min(...tags.map((tag) => reach.get(tagTerm(tag)) ?? 0)) : 0;
  return memories + (kinds.includes('artifact') ? artifacts : 0);
}
