import type { PackItem } from '../pack/pack-item.ts';
import { renderMemory, warningTokens } from '../pack/render-memory.ts';
import { sectionTokens } from '../pack/section-tokens.ts';
import { excerpt } from '../text/excerpt.ts';
import { standingInstruction } from '../text/standing-instruction.ts';

/** The best memories are shown whole, up to this share of the budget. */
export const WHOLE_SHARE = 0.5;
/** About how many characters of a longer memory are shown of the others. */
const SHORT = 240;
/** What so many characters rarely exceed. */
export const SHORT_TOKENS = 60;
/** Items beyond this multiple of the budget will not be packed. */
const ENOUGH = 2;

/**
 * Shortens long memories to the sentences that say most about the query, all but the best ones: the same budget shows twice
 * as many. Of an instruction, the sentences that say it come first. `items` are best first; `termWeights` are what the query's
 * terms weigh, none without a query.
 */
export function shortenItems<I extends PackItem>(
  items: readonly I[],
  termWeights: ReadonlyMap<string, number>,
  maxTokens: number,
): I[] {
  if (termWeights.size === 0) return [...items];
  let spent = 0;
  return items.map((item) => {
    if (item.kind === 'artifact' || spent > ENOUGH * maxTokens) return item;
    const isInstruction = item.lane === 'instruction';
    const isBest = !isInstruction && spent + item.tokens <= WHOLE_SHARE * maxTokens;
    const text = isBest
      ? item.text
      : excerpt(item.text, termWeights, SHORT, isInstruction ? standingInstruction(item.text)?.sentences : []);
    const tokens =
      text === item.text
        ? item.tokens
        : sectionTokens(renderMemory({ ...item, text }, null)) + warningTokens(item.outcome);
    spent += tokens;
    return text === item.text ? item : { ...item, text, tokens, wordPairs: undefined };
  });
}
