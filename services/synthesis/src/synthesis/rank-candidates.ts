import type { Candidate } from './candidate.ts';
import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { wantedNeighbours } from '../rank/follow-up.ts';
import { fuse } from '../rank/fuse.ts';
import { rank } from '../rank/rank.ts';
import { shortlist } from './shortlist.ts';
import { candidatesFor, chooseSearch, termsToCount } from './choose-search.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

/** Candidates ranked in full, and turns fetched for standing beside the best of them: several times as many as a pack of the budget holds. */
const TOKENS_PER_RANKED = 12;
const LEAST_RANKED = 600;
const LEAST_NEIGHBOURS = 200;
/** Entries that the vector arm adds. */
const MOST_NEAREST = 100;

export interface Ranking {
  /** Best first. */
  readonly ranked: readonly RankedCandidate[];
  /** How many entries were held against the query. */
  readonly considered: number;
}

/**
 * Ranks what may answer a query: candidates by its words, the turns around the best of them, and, with a vector, what is nearest in
 * meaning, joined by reciprocal rank fusion.
 */
export async function rankCandidates(
  view: IndexView,
  population: Population,
  query: AnalysedQuery,
  vector: readonly number[] | null,
  maxTokens: number,
): Promise<Ranking> {
  const statistics = await view.statistics(population.agentId, termsToCount(query.terms, population));
  const search = chooseSearch(query.terms, population, statistics, candidatesFor(maxTokens));
  const nearest =
    vector === null
      ? []
      : await view.nearest(population, { vector, populationSize: statistics.documents, limit: MOST_NEAREST });
  const candidates = search === null ? [] : await view.candidates(population, search);
  const enough = Math.ceil(maxTokens / TOKENS_PER_RANKED);
  const best = withoutRepeats([
    ...shortlist(query, candidates, statistics, Math.max(LEAST_RANKED, enough)),
    ...nearest,
  ]);
  const places = wantedNeighbours(
    best.map((document) => ({ document })),
    Math.max(LEAST_NEIGHBOURS, enough),
  );
  const neighbours = await view.at(population, places);
  const byWords = rank(query, [...best, ...neighbours], statistics).map(({ document, score, parts }) => ({
    candidate: document,
    score,
    parts: { ...parts },
  }));
  return {
    ranked: nearest.length === 0 ? byWords : joinArms(byWords, nearest),
    considered: candidates.length + nearest.length + neighbours.length,
  };
}

function joinArms(byWords: readonly RankedCandidate[], nearest: readonly Candidate[]): RankedCandidate[] {
  const known = new Map<string, RankedCandidate>(
    nearest.map((candidate) => [candidate.id, { candidate, score: 0, parts: {} }]),
  );
  for (const ranked of byWords) known.set(ranked.candidate.id, ranked);
  const places = new Map(nearest.map(({ id }, place) => [id, place + 1]));
  return fuse([byWords.map(({ candidate }) => candidate.id), nearest.map(({ id }) => id)]).flatMap(({ id, score }) => {
    const ranked = known.get(id);
    if (ranked === undefined) return [];
    const place = places.get(id);
    return [
      {
        ...ranked,
        score,
        parts: { ...ranked.parts, ...(place === undefined ? {} : { vectorPlace: place }), fused: score },
      },
    ];
  });
}

function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
}
