import { StrataError } from '@strata/client/errors';
import { cut, MAX_CHARACTERS, type Json } from '@strata/adapter-base/said';

/** An item as events hold it: long texts stand in pieces of their own. */
export interface InPieces {
  readonly item: Json;
  readonly pieces: readonly string[];
}

/** Longer texts stand in pieces, so that an item fits into an event beside what is learned from it. */
const MAX_INLINE_CHARACTERS = 8_000;
const MAX_ITEM_BYTES = 100 * 1024;
const MAX_PIECES = 100;
/** Names the pieces that a text was cut into: the first one, and how many. */
const PIECES = 'strata:pieces';

/** Throws a `StrataError` if an item is too large: at most 4 million characters in long texts, and 100 KB besides. */
export function inPieces(value: Json): InPieces {
  const pieces: string[] = [];
  const item = mapTexts(value, (text) => {
    if (text.length <= MAX_INLINE_CHARACTERS) return text;
    const first = pieces.length;
    for (let rest = text; rest !== '' && pieces.length <= MAX_PIECES;) {
      const piece = cut(rest, MAX_CHARACTERS) || rest.slice(0, MAX_CHARACTERS);
      pieces.push(piece);
      rest = rest.slice(piece.length);
    }
    return { [PIECES]: [first, pieces.length - first] };
  });
  if (pieces.length > MAX_PIECES || new TextEncoder().encode(JSON.stringify(item)).length > MAX_ITEM_BYTES)
    throw new StrataError('payload_too_large', 'An item of a session is too large: at most 4 million characters');
  return { item, pieces };
}

/** The item with its long texts. */
export function joined({ item, pieces }: InPieces): Json {
  if (Array.isArray(item)) return item.map((child) => joined({ item: child as Json, pieces }));
  if (typeof item !== 'object' || item === null) return item;
  const range = item[PIECES];
  if (Array.isArray(range)) {
    const [first, count] = range.map(Number) as [number, number];
    return pieces.slice(first, first + count).join('');
  }
  return Object.fromEntries(Object.entries(item).map(([key, child]) => [key, joined({ item: child, pieces })]));
}

function mapTexts(value: Json, map: (text: string) => Json): Json {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((child) => mapTexts(child as Json, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, map)]));
}
