import { fuse } from '../rank/fuse.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

/** A section rarely costs fewer tokens, which bounds the candidates that a budget needs. */
const TOKENS_PER_ENTRY = 8;
const SPARE = 50;
const MOST = 5_000;

/**
 * The newest entries, for a request without a query. A memory is as old as what it reports, an artifact as its
 * compilation: so each kind is sorted separately, and the two take turns.
 */
export async function newestCandidates(
  view: IndexView,
  population: Population,
  maxTokens: number,
): Promise<RankedCandidate[]> {
  const limit = Math.min(MOST, SPARE + Math.ceil(maxTokens / TOKENS_PER_ENTRY));
  const lists = [];
  for (const kind of population.kinds)
    // Side texts help to find others. Without a query there is nothing to find.
    lists.push((await view.newest(population, kind, limit)).filter(({ eventId }) => eventId === undefined));
  const byId = new Map(lists.flat().map((candidate) => [candidate.id, candidate]));
  return fuse(lists.map((list) => ({ ids: list.map(({ id }) => id), weight: 1 }))).flatMap(({ id }) => {
    const candidate = byId.get(id);
    return candidate === undefined
      ? []
      : [{ candidate, lane: 'evidence', score: 0, isRelevant: true, parts: () => ({}) }];
  });
}
