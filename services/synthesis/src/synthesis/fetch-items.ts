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
  readonly eventId: string | undefined;
  /** It is not learned yet. */
  readonly isUnlearned: boolean;
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
export async function fetchItems(
  view: Pick<IndexView, 'texts'>,
  ranked: readonly RankedCandidate[],
): Promise<RankedItem[]> {
  const bodies = await view.texts(ranked.map(({ candidate }) => candidate.id));
  const items: RankedItem[] = [];
  for (const one of ranked) {
    const body = bodies.get(one.candidate.id);
    if (body !== undefined) items.push(itemOf(one, body));
  }
  return items;
}

/** A wish is no worse for the run in which it was said. */
const outcomeOf = (lane: RankedCandidate['lane'], { outcome }: EntryText): EntryText['outcome'] =>
  lane === 'instruction' ? null : outcome;

/** Field by field: copying all of a candidate, or parts of it by spreading, takes several times as long. */
const itemOf = ({ candidate, lane, score, isRelevant, parts }: RankedCandidate, body: EntryText): RankedItem => ({
  id: candidate.id,
  kind: candidate.kind,
  lane,
  text: body.text,
  wordPairs: body.wordPairs,
  tokens: candidate.tokens + warningTokens(outcomeOf(lane, body)),
  speaker: candidate.speaker,
  times: candidate.times,
  voices: candidate.voices,
  replaced: candidate.replaced,
  sessionId: candidate.sessionId,
  position: candidate.position,
  part: candidate.part,
  asks: candidate.asks,
  occurredAt: candidate.occurredAt,
  confidence: candidate.confidence,
  balance: candidate.balance,
  outcome: outcomeOf(lane, body),
  score,
  isRelevant,
  parts,
  place: body.place,
  isOfEndUser: body.isOfEndUser,
  eventId: body.eventId ?? candidate.eventId,
  isUnlearned: body.eventId !== undefined,
});
