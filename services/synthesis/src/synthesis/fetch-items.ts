import { warningTokens } from '../pack/render-memory.ts';
import type { PackItem } from '../pack/pack-item.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import { SHORT_TOKENS, WHOLE_SHARE } from './shorten-items.ts';
import type { EntryText, IndexView } from './search-index.ts';

/** More texts are fetched than fit the budget, since some repeat a better one or do not fit. */
const SPARE_SHARE = 1.25;
const SPARE_ITEMS = 40;

/** A ranked candidate with its text. */
export interface RankedItem extends PackItem {
  readonly parts: RankedCandidate['parts'];
  readonly place: EntryText['place'];
  readonly isOfEndUser: boolean;
  readonly eventId?: string;
  readonly outcome: EntryText['outcome'];
}

/** How many of the best candidates are likely to fill the budget. */
export function countLikely(ranked: readonly RankedCandidate[], maxTokens: number): number {
  const budget = SPARE_SHARE * maxTokens;
  let spent = 0;
  for (const [i, { candidate }] of ranked.entries()) {
    if (candidate.tokens <= maxTokens)
      spent += spent < WHOLE_SHARE * maxTokens ? candidate.tokens : Math.min(candidate.tokens, SHORT_TOKENS);
    if (spent > budget) return Math.min(ranked.length, i + SPARE_ITEMS);
  }
  return ranked.length;
}

/** Adds the texts, and leaves out candidates that are gone or hidden by now. */
export async function fetchItems(view: IndexView, ranked: readonly RankedCandidate[]): Promise<RankedItem[]> {
  const bodies = await view.texts(ranked.map(({ candidate }) => candidate.id));
  return ranked.flatMap(({ candidate, ...ranked }) => {
    const body = bodies.get(candidate.id);
    if (body === undefined) return [];
    const tokens = candidate.tokens + warningTokens(body.outcome);
    return [{ ...candidate, ...body, ...ranked, tokens }];
  });
}
