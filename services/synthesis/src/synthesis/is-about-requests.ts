import type { AnalysedQuery } from '../rank/analyse-query.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import type { TermMatch } from './match-terms.ts';

/** The requests have to know this share of the query's words. */
const LEAST_KNOWN = 0.4;
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
  { terms }: AnalysedQuery,
  requests: readonly TermMatch[],
  { documents, documentFrequency }: CorpusStatistics,
): boolean {
  const known = new Set(requests.flatMap((request) => request.terms));
  if (known.size === 0 || known.size < LEAST_KNOWN * terms.length) return false;
  const inTwoWords = Math.min(2, terms.length);
  if (requests.some((request) => request.coverage >= CLOSE_FROM && request.terms.length >= inTwoWords)) return true;
  const usual = terms.reduce((sum, term) => sum + (documentFrequency.get(term) ?? 0), 0) / documents;
  return usual >= USUAL_FROM;
}
