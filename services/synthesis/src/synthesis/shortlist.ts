import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { dateGain } from '../rank/date-gain.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import { DATE, SPEAKER } from '../rank/parameters.ts';
import { orderByScore } from '../rank/order-by-score.ts';
import { nameTermsOf, termWeights } from '../rank/query-weights.ts';
import { namedSpeakers } from '../rank/speakers.ts';
import type { Candidate } from './candidate.ts';
import { termScorer } from './match-terms.ts';

/**
 * The candidates that are ranked in full, which reads all their terms: the best `keep` by the query's own terms, speaker
 * and date, best first.
 */
export function shortlist(
  query: AnalysedQuery,
  candidates: readonly Candidate[],
  statistics: CorpusStatistics,
  keep: number,
): Candidate[] {
  const named = namedSpeakers(candidates, query.words);
  const scoreByTerms = termScorer(termWeights(query, nameTermsOf(named), statistics), statistics);
  const scores = new Float64Array(candidates.length);
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i];
    if (candidate === undefined) continue;
    const { speaker } = candidate;
    const score = DATE.gain * dateGain(query, candidate, statistics) + scoreByTerms(candidate);
    scores[i] = speaker !== null && named.has(speaker) ? score * SPEAKER.factor : score;
  }
  const at = (i: number): number => candidates[i]?.occurredAt ?? 0;
  const order = orderByScore(scores, (a, b) => at(b) - at(a));
  return withoutFlood(candidates, order, keep);
}

/** How often one speaker may say the same, but for numbers, in different sessions: more would push others out. */
const MOST_ALIKE = 8;
const NUMBER = / \S*\d\S*/gu;
const DIGIT = /\d/u;

/** The first `keep` candidates in an order, without those that flood it. */
function withoutFlood(candidates: readonly Candidate[], order: Uint32Array, keep: number): Candidate[] {
  const said: Said = new Map();
  const kept: Candidate[] = [];
  for (const i of order) {
    const candidate = candidates[i];
    if (candidate === undefined || kept.length >= keep) break;
    if (!floods(candidate, said)) kept.push(candidate);
  }
  return kept;
}

/** How often each speaker said what, but for numbers. */
type Said = Map<string, Map<string, number>>;

function floods({ speaker, termText }: Candidate, said: Said): boolean {
  if (speaker === null) return false;
  let bySpeaker = said.get(speaker);
  if (bySpeaker === undefined) said.set(speaker, (bySpeaker = new Map<string, number>()));
  const text = DIGIT.test(termText) ? termText.replaceAll(NUMBER, '') : termText;
  const times = (bySpeaker.get(text) ?? 0) + 1;
  bySpeaker.set(text, times);
  return times > MOST_ALIKE;
}
