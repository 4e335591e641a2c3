import { terms } from '../text/terms.ts';
import { CASE_BOUNDARY } from '../text/words.ts';

/**
 * How much of the name of each change a query says, from 0 to 1: of `cancel_order` and `return_order`, "cancel my order" says all of
 * the first and little of the second. Words that many of the names have weigh less.
 */
export function namedShares(
  changes: ReadonlySet<string>,
  queryTerms: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const namesOf = new Map([...changes].map((change) => [change, partsOf(change)]));
  const having = new Map<string, number>();
  for (const parts of namesOf.values()) for (const part of parts) having.set(part, (having.get(part) ?? 0) + 1);
  const weigh = (parts: readonly string[]): number =>
    parts.reduce((sum, part) => sum + Math.log(1 + changes.size / (having.get(part) ?? 1)), 0);
  return new Map(
    [...namesOf].map(([change, parts]) => [
      change,
      parts.length === 0 ? 0 : weigh(parts.filter((part) => queryTerms.has(part))) / weigh(parts),
    ]),
  );
}

const SEPARATORS = /[^\p{L}\p{N}]+/u;

/** The terms of the words in a name: of `cancelOrder`, `shop.cancel_order` and `cancel-order` among them `cancel` and `order`. */
function partsOf(change: string): string[] {
  const separate = change.split(SEPARATORS).flatMap((part) => part.split(CASE_BOUNDARY));
  return [...new Set(terms(separate.join(' '), 'en'))];
}
