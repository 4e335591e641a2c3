import type { AnalysedQuery } from '../rank/analyse-query.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import { FLOOR } from '../rank/parameters.ts';
import type { TermMatch } from './match-terms.ts';

/** The requests have to know this share of the words that the query does not only ask with. */
const LEAST_KNOWN = 0.4;
/** Few requests know fewer words, so this share is enough of those who speak of their own matter. */
const LEAST_KNOWN_TO_FEW = 0.2;
/** One request holds this share of the query's weight, in two words or more. */
const CLOSE_FROM = 0.25;
/** The shares of all entries that hold a word of the query, added up. */
const USUAL_FROM = 0.3;

/**
 * Whether a query is about the work that requests asked for. They know many of its words, and it either is close to one of
 * them, or speaks of what this agent's entries mostly speak of: "I need help with an order" resembles no request more than
 * another. (On requests to two agents and questions about other subjects, 96 % and 1 % passed.)
 */
export function isAboutRequests(
  { terms, askingTerms, aboutAsker }: AnalysedQuery,
  requests: readonly TermMatch[],
  { documents, documentFrequency }: CorpusStatistics,
): boolean {
  const asked = terms.filter((term) => !askingTerms.has(term));
  const heldBy = ({ terms: held }: TermMatch): string[] => held.filter((term) => !askingTerms.has(term));
  const known = new Set(requests.flatMap(heldBy)).size;
  const isOwnMatter = aboutAsker && documents < FLOOR.documents;
  if (isOwnMatter && known > 0 && known >= LEAST_KNOWN_TO_FEW * asked.length) return true;
  if (known === 0 || known < LEAST_KNOWN * asked.length) return false;
  const inTwoWords = Math.min(2, asked.length);
  if (requests.some((request) => request.coverage >= CLOSE_FROM && heldBy(request).length >= inTwoWords)) return true;
  const usual = asked.reduce((sum, term) => sum + (documentFrequency.get(term) ?? 0), 0) / documents;
  return usual >= USUAL_FROM;
}
