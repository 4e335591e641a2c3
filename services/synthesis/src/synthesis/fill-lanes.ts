import type { AnalysedQuery } from '../rank/analyse-query.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import { termWeights } from '../rank/query-weights.ts';
import type { Candidate } from './candidate.ts';
import { termMatcher } from './match-terms.ts';
import { laneOf, type RankedCandidate } from './ranked-candidate.ts';

/** An artifact that was found by its words alone and scores less than this share of the best such one is about something else. */
const ARTIFACT_CUTOFF = 0.7;

/** An artifact that holds fewer of the query's words is about something else. */
const LEAST_KNOWN = 0.5;

/**
 * Puts what the lane arms found before what was found by words. An artifact that was found by its words is relevant only
 * if no arm found any of its lane, if it holds half of the query's words, and if it scores about as well as the best one.
 */
export function fillLanes(
  ofArms: readonly RankedCandidate[],
  byWords: readonly RankedCandidate[],
  query: AnalysedQuery,
  statistics: CorpusStatistics,
): RankedCandidate[] {
  const match = termMatcher(termWeights(query, new Set(), statistics), statistics);
  const subject = query.terms.filter((term) => !query.askingTerms.has(term));
  const known = new Set(ofArms.map(({ candidate }) => candidate.id));
  const holds = (candidate: Candidate): number => {
    const { terms } = match(candidate);
    return subject.filter((term) => terms.includes(term)).length;
  };
  const filled = new Set(ofArms.map(({ lane }) => lane));
  const others = byWords.filter(({ candidate }) => !known.has(candidate.id));
  const best = others.find(({ candidate }) => candidate.kind === 'artifact')?.score ?? 0;
  return [
    ...ofArms,
    ...others.map((ranked) => {
      if (ranked.candidate.kind === 'memory') return ranked;
      const isRelevant =
        !filled.has(laneOf(ranked.candidate)) &&
        ranked.score >= ARTIFACT_CUTOFF * best &&
        holds(ranked.candidate) >= LEAST_KNOWN * subject.length;
      return { ...ranked, isRelevant };
    }),
  ];
}
