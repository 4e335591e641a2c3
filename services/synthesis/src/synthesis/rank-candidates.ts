import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { inKnownForms, withRelated } from '../rank/known-forms.ts';
import { wantedNeighbours } from '../rank/wanted-neighbours.ts';
import { leastScore } from '../rank/relevance-floor.ts';
import { nearnessOf } from '../rank/similarity-scores.ts';
import { termWeights } from '../rank/query-weights.ts';
import { rank } from '../rank/rank.ts';
import type { ArmSearch, LaneSearch } from './arm-search.ts';
import type { Candidate } from './candidate.ts';
import { candidatesFor, chooseSearch, termsToCount } from './choose-search.ts';
import { fillLanes } from './fill-lanes.ts';
import { laneOf, type RankedCandidate } from './ranked-candidate.ts';
import { LANE_ARMS, SCORING_ARMS, SEARCH_ARMS } from './ranking-arms.ts';
import type { IndexView, Population } from './search-index.ts';
import { putCurrentFirst } from './put-current-first.ts';
import { shortlist } from './shortlist.ts';
import type { StageTimes } from './stage-times.ts';

/** Candidates ranked in full, and turns fetched from around them: several times as many as fit the budget. */
const TOKENS_PER_RANKED = 12;
const LEAST_RANKED = 400;
const LEAST_NEIGHBOURS = Math.ceil(LEAST_RANKED / 3);

export interface Ranking {
  /** Best first. */
  readonly ranked: readonly RankedCandidate[];
  /** How many entries were compared with the query. */
  readonly considered: number;
  /** What the query's terms weigh. */
  readonly termWeights: ReadonlyMap<string, number>;
}

/**
 * Ranks the entries that may answer a query: candidates by its words, candidates of the search arms, and the turns around
 * the best of them.
 */
export async function rankCandidates(
  view: IndexView,
  population: Population,
  asked: AnalysedQuery,
  maxTokens: number,
  times: StageTimes,
): Promise<Ranking> {
  const { query, statistics } = inKnownForms(
    asked,
    await view.statistics(population.agentId, termsToCount(asked, population)),
  );
  const wide = withRelated(query);
  const search = chooseSearch(wide.terms, population, statistics, candidatesFor(maxTokens));
  const found = await runSearchArms(view, population, { query, statistics }, times);
  const candidates = search === null ? [] : await view.candidates(population, search);
  const enough = Math.ceil(maxTokens / TOKENS_PER_RANKED);
  const shortlisted = shortlist(wide, candidates, statistics, Math.max(LEAST_RANKED, enough));
  // Those found come last, since they know their similarity.
  const best = found.length === 0 ? shortlisted : withoutRepeats([...shortlisted, ...found]);
  const turns = wantedNeighbours(
    best.map((document) => ({ document })),
    Math.max(LEAST_NEIGHBOURS, enough),
  );
  const neighbours = await view.turns(population, turns);
  const documents = [...best, ...neighbours];
  const scored = rank(wide, documents, statistics, SCORING_ARMS, (arm, work) => times.timeArm(arm, work));
  const least = leastScore(wide, scored, statistics, Math.max(0, ...nearnessOf(documents)));
  const relevant = scored.map(({ document, score, parts }) => ({
    candidate: document,
    lane: laneOf(document),
    score,
    isRelevant: document.kind === 'artifact' || score >= least,
    parts,
  }));
  const byScore = await putCurrentFirst(view, population, query, relevant);
  const ofLanes = await runLaneArms(view, population, { query, statistics, search, best, ranked: byScore }, times);
  return {
    ranked: withoutLoneInstructions(fillLanes(ofLanes, byScore, query, statistics), byScore, query),
    termWeights: termWeights(query, new Set(), statistics),
    considered: candidates.length + found.length + neighbours.length,
  };
}

/** What the search arms found that apply to the query. */
async function runSearchArms(
  view: IndexView,
  population: Population,
  search: ArmSearch,
  times: StageTimes,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const arm of SEARCH_ARMS)
    if (arm.appliesTo(search.query))
      found.push(...(await times.timeArm(arm.name, () => arm.search(view, population, search))));
  return found;
}

/** What the lane arms found that apply to the query; an entry that several found is in the lane of the first. */
async function runLaneArms(
  view: IndexView,
  population: Population,
  search: LaneSearch,
  times: StageTimes,
): Promise<RankedCandidate[]> {
  const found: RankedCandidate[] = [];
  for (const arm of LANE_ARMS)
    if (arm.appliesTo(search.query))
      found.push(...(await times.timeArm(arm.name, () => arm.find(view, population, search))));
  return [...new Map(found.toReversed().map((one) => [one.candidate.id, one])).values()].reverse();
}

/** Instructions go with what is relevant. Alone, one is shown if the query is about it, or about its condition. */
function withoutLoneInstructions(
  ranked: readonly RankedCandidate[],
  byScore: readonly RankedCandidate[],
  { terms }: AnalysedQuery,
): readonly RankedCandidate[] {
  if (ranked.some(({ lane, isRelevant }) => lane !== 'instruction' && isRelevant)) return ranked;
  const relevant = new Set(byScore.flatMap(({ isRelevant, candidate }) => (isRelevant ? [candidate.id] : [])));
  return ranked.filter(
    ({ lane, candidate: { id, instruction } }) =>
      lane !== 'instruction' ||
      relevant.has(id) ||
      instruction?.conditionTerms.some((term) => terms.includes(term)) === true,
  );
}

function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
}
