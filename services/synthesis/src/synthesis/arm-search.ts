import type { AnalysedQuery } from '../rank/analyse-query.ts';
import type { Candidate } from './candidate.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { CandidateSearch, IndexView, Population, PopulationStatistics } from './search-index.ts';

/** What an arm searches for. */
export interface ArmSearch {
  readonly query: AnalysedQuery;
  readonly statistics: PopulationStatistics;
}

/** What an arm of a lane searches for, after the candidates by words are known. */
export interface LaneSearch extends ArmSearch {
  /** What led to the candidates; null if nothing can match. */
  readonly search: CandidateSearch | null;
  /** The best candidates by the query's own terms. */
  readonly best: readonly Candidate[];
  /** What was found by words and ranked in full, best first. */
  readonly ranked: readonly RankedCandidate[];
}

/** The memories that hold words of the query. They lead to artifacts even if the caller wants no memories. */
export const foundMemories = async (
  view: IndexView,
  population: Population,
  { search, best }: Pick<LaneSearch, 'search' | 'best'>,
): Promise<readonly Candidate[]> =>
  population.kinds.includes('memory') || search === null
    ? best
    : view.candidates({ ...population, kinds: ['memory'] }, search);
