import { matchesOf } from './detector.ts';

/** An escape as JSON in a text has it, however often it was put into another text: `\n`, `\\"`, `\/`, `\u0026`. */
const ESCAPE = /(?<!\\)\\+(?:u00([0-7][0-9A-Fa-f])|([nrt"'/]))/g;
const MEANING: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** A text without its escapes, and where what is left stood before. */
export interface UnescapedText {
  readonly text: string;
  /** Where the character at this place, or the end, stands in the text as it was. */
  readonly placeOf: (place: number) => number;
}

/** Undefined where there is nothing to unescape. */
export function unescapeText(text: string): UnescapedText | undefined {
  if (!text.includes('\\')) return undefined;
  const parts: string[] = [];
  /** Places behind each escape: in the new text, and in the old one. */
  const after: number[] = [0];
  const before: number[] = [0];
  let done = 0;
  let length = 0;
  for (const match of matchesOf(text, ESCAPE)) {
    const [whole, code, sign = ''] = match;
    const meaning = code === undefined ? (MEANING[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
    // What separates texts must stay the only NUL.
    parts.push(text.slice(done, match.index), meaning === '\0' ? ' ' : meaning);
    length += match.index - done + 1;
    done = match.index + whole.length;
    after.push(length);
    before.push(done);
  }
  if (parts.length === 0) return undefined;
  parts.push(text.slice(done));
  return { text: parts.join(''), placeOf: (place) => placeBefore(place, after, before) };
}

function placeBefore(place: number, after: readonly number[], before: readonly number[]): number {
  let [low, high] = [0, after.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((after[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return (before[low] ?? 0) + place - (after[low] ?? 0);
}
