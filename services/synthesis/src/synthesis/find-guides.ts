import { termWeights } from '../rank/query-weights.ts';
import { newestFirst } from '../rank/rank.ts';
import { foundMemories, type LaneSearch } from './arm-search.ts';
import type { Candidate } from './candidate.ts';
import { chooseGuides } from './choose-guides.ts';
import { isAboutRequests } from './is-about-requests.ts';
import { termMatcher } from './match-terms.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

/** As many of the nearest statements are looked up: several may be of one session, and most are no requests. */
const MOST_NEAR = 200;

/**
 * Rules and procedures for the goal of a query: artifacts compiled from sessions with similar requests. Its own
 * words only add to that: they are mostly names of tools, which users do not know.
 */
export async function findGuides(
  view: IndexView,
  population: Population,
  { query, statistics, ...search }: LaneSearch,
): Promise<RankedCandidate[]> {
  if (statistics.artifacts === 0 || !population.kinds.includes('artifact')) return [];
  const memories = await foundMemories(view, population, search);
  const match = termMatcher(termWeights(query, new Set(), statistics), statistics);
  const near = memories
    .filter(isSaid)
    .map((memory) => ({ memory, ...match(memory) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || newestFirst(a.memory, b.memory))
    .map(({ memory: { id, sessionId }, ...matched }) => ({ id, sessionId, ...matched }))
    .slice(0, MOST_NEAR);
  if (near.length === 0) return [];
  const compiled = await view.compiledFrom(
    population,
    near.map(({ id }) => id),
  );
  const guides = compiled
    .filter(({ artifact }) => artifact.subtype !== 'failure_playbook')
    .map((guide) => ({ ...guide, coverage: match(guide.artifact).coverage }));
  const sources = new Set(guides.flatMap(({ memoryIds }) => memoryIds));
  const requests = near.filter(({ id }) => sources.has(id));
  return isAboutRequests(query, requests, statistics) ? chooseGuides(guides, requests) : [];
}

/** Findings have no speaker: what tools returned says little about what was asked for. */
const isSaid = ({ kind, speaker }: Candidate): boolean => kind === 'memory' && speaker !== null;
