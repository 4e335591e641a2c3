import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { dateGain } from '../rank/date-gain.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import { DATE, SPEAKER } from '../rank/parameters.ts';
import { nameTermsOf, termWeights } from '../rank/query-weights.ts';
import { namedSpeakers } from '../rank/speakers.ts';
import type { Candidate } from './candidate.ts';
import { termMatcher } from './match-terms.ts';

/**
 * The candidates that are ranked in full, which reads all their terms: the best `keep` by the query's own terms, speaker
 * and date, best first. Costs one string search per candidate and term.
 */
export function shortlist(
  query: AnalysedQuery,
  candidates: readonly Candidate[],
  statistics: CorpusStatistics,
  keep: number,
): Candidate[] {
  const named = namedSpeakers(candidates, query.words);
  const match = termMatcher(termWeights(query, nameTermsOf(named), statistics), statistics);
  const scored = candidates.map((candidate) => {
    const { speaker } = candidate;
    const score = DATE.gain * dateGain(query, candidate, statistics) + match(candidate).score;
    return { candidate, score: speaker !== null && named.has(speaker) ? score * SPEAKER.factor : score };
  });
  scored.sort((a, b) => b.score - a.score || b.candidate.occurredAt - a.candidate.occurredAt);
  return withoutFlood(scored.map(({ candidate }) => candidate)).slice(0, keep);
}

/** How often one speaker may say the same, but for numbers, in different sessions: more would push others out. */
const MOST_ALIKE = 8;
const NUMBER = / \S*\d\S*/gu;
const DIGIT = /\d/u;

function withoutFlood(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, number>();
  return candidates.filter(({ speaker, termText }) => {
    if (speaker === null) return true;
    const said = `${speaker}\n${DIGIT.test(termText) ? termText.replaceAll(NUMBER, '') : termText}`;
    const times = (seen.get(said) ?? 0) + 1;
    seen.set(said, times);
    return times <= MOST_ALIKE;
  });
}
