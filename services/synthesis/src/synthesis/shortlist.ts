import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { lengthNorm, saturation } from '../rank/bm25.ts';
import { dateGain } from '../rank/date-gain.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import { DATE, SPEAKER } from '../rank/parameters.ts';
import { nameTermsOf, termWeights } from '../rank/query-weights.ts';
import { namedSpeakers } from '../rank/speakers.ts';
import type { Candidate } from './candidate.ts';

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
  const weights = [...termWeights(query, nameTermsOf(named), statistics)].map(
    ([term, weight]) => [` ${term} `, weight] as const,
  );
  const scored = candidates.map((candidate) => {
    const { termText, length, kind, speaker } = candidate;
    const norm = lengthNorm(length, statistics.averageLength[kind]);
    let score = DATE.gain * dateGain(query, candidate, statistics);
    for (const [needle, weight] of weights) {
      const frequency = occurrences(termText, needle);
      if (frequency > 0) score += weight * saturation(frequency, norm);
    }
    return { candidate, score: speaker !== null && named.has(speaker) ? score * SPEAKER.factor : score };
  });
  scored.sort((a, b) => b.score - a.score || b.candidate.occurredAt - a.candidate.occurredAt);
  return withoutFlood(scored.map(({ candidate }) => candidate)).slice(0, keep);
}

/** How often one speaker may say the same, but for numbers, in different sessions: more would push others out. */
const MOST_ALIKE = 8;
const NUMBER = / \S*\d\S*/gu;

function withoutFlood(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, number>();
  return candidates.filter(({ speaker, termText }) => {
    if (speaker === null) return true;
    const said = `${speaker}\n${termText.replaceAll(NUMBER, '')}`;
    const times = (seen.get(said) ?? 0) + 1;
    seen.set(said, times);
    return times <= MOST_ALIKE;
  });
}

/** How often a term, with a space on either side, occurs in a text; neighbouring terms share a space. */
function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length - 1)) count++;
  return count;
}
