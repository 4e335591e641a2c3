import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { inKnownForms } from '../rank/known-forms.ts';
import { candidatesFor, chooseSearch, termsToCount } from './choose-search.ts';
import type { IndexView, Population } from './search-index.ts';
import { shortlist } from './shortlist.ts';

const EVERYTHING: Population = { agentId: null, kinds: ['memory', 'artifact'], tags: [] };

/** Enough to show that a filter is the reason. */
const MOST = 20;

/**
 * The ids of the entries that match a query best among those outside the population. The view holds only what the caller
 * may read, so an entry that a policy hides is never among them.
 */
export async function findFilteredOut(
  view: IndexView,
  population: Population,
  asked: AnalysedQuery,
): Promise<string[]> {
  const { query, statistics } = inKnownForms(
    asked,
    await view.statistics(EVERYTHING.agentId, termsToCount(asked, EVERYTHING)),
  );
  const search = chooseSearch(query.terms, EVERYTHING, statistics, candidatesFor(0));
  if (search === null) return [];
  // The same search: the newest of all entries that are in the population are among the newest of the population.
  const inside = new Set((await view.candidates(population, search)).map(({ id }) => id));
  const outside = (await view.candidates(EVERYTHING, search)).filter(({ id }) => !inside.has(id));
  return shortlist(query, outside, statistics, MOST).map(({ id }) => id);
}
