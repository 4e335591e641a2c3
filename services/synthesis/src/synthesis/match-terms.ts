import { lengthNorm, saturation } from '../rank/bm25.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import type { Candidate } from './candidate.ts';

/** How well the query's own terms match a text. */
export interface TermMatch {
  /** BM25. */
  readonly score: number;
  /** The query's terms in the text. */
  readonly terms: readonly string[];
  /** The share of the query's weight that these terms have: 0 to 1. */
  readonly coverage: number;
}

/**
 * Matches the query's own terms with candidates: one string search per candidate and term. `termWeights` are those of
 * `rank/query-weights`.
 */
export function termMatcher(
  termWeights: ReadonlyMap<string, number>,
  { averageLength }: CorpusStatistics,
): (candidate: Candidate) => TermMatch {
  const weights = [...termWeights].map(([term, weight]) => ({ term, needle: ` ${term} `, weight }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  return ({ termText, length, kind }) => {
    const norm = lengthNorm(length, averageLength[kind]);
    let score = 0;
    let covered = 0;
    const terms: string[] = [];
    for (const { term, needle, weight } of weights) {
      const frequency = occurrences(termText, needle);
      if (frequency === 0) continue;
      score += weight * saturation(frequency, norm);
      covered += weight;
      terms.push(term);
    }
    return { score, terms, coverage: all === 0 ? 0 : covered / all };
  };
}

/** How often a term, with a space on either side, occurs in a text; neighbouring terms share a space. */
function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length - 1)) count++;
  return count;
}
