import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { inverseDocumentFrequency, lengthNorm, saturation } from '../rank/bm25.ts';
import { dateGain } from '../rank/date-gain.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import { DATE, SPEAKER } from '../rank/parameters.ts';
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
  const weights = query.terms.map(
    (term) =>
      [
        ` ${term} `,
        inverseDocumentFrequency(statistics.documents, statistics.documentFrequency.get(term) ?? 0),
      ] as const,
  );
  const named = namedSpeakers(candidates, query.words);
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
  return scored.slice(0, keep).map(({ candidate }) => candidate);
}

/** How often a term, with a space on either side, occurs in a text; neighbouring terms share a space. */
function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length - 1)) count++;
  return count;
}
