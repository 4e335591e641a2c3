import type { PackItem } from '../pack/pack-item.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView } from './search-index.ts';

/** Some of what ranks high repeats what ranks higher, or does not fit: so much more than the budget is fetched. */
const SPARE_SHARE = 1.5;
const SPARE_ITEMS = 60;

/** A ranked candidate with its text. */
export interface RankedItem extends PackItem {
  readonly parts: RankedCandidate['parts'];
}

/** The best candidates with their texts: as many as the budget could hold, and some to spare. */
export async function fetchItems(
  view: IndexView,
  ranked: readonly RankedCandidate[],
  maxTokens: number,
): Promise<RankedItem[]> {
  const wanted = ranked.slice(0, countWithin(ranked, SPARE_SHARE * maxTokens) + SPARE_ITEMS);
  const bodies = await view.bodies(wanted.map(({ candidate }) => candidate.id));
  return wanted.flatMap(({ candidate, score, parts }) => {
    const text = bodies.get(candidate.id);
    return text === undefined ? [] : [{ ...candidate, text, score, parts }];
  });
}

/** How many of the best cost no more than `budget` tokens together; what costs more than that alone is passed over. */
function countWithin(ranked: readonly RankedCandidate[], budget: number): number {
  let spent = 0;
  for (const [i, { candidate }] of ranked.entries()) {
    if (candidate.tokens <= budget) spent += candidate.tokens;
    if (spent > budget) return i;
  }
  return ranked.length;
}
