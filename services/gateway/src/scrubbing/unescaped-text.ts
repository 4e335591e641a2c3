import { matchesOf } from './detector.ts';

/** A colour or the like for a terminal, behind its escape character. */
const STYLE = String.raw`\[[0-9;:?]{0,20}[A-Za-z]`;
/**
 * An escape as JSON in a text has it, however often it was put into another text: `\n`, `\\"`, `\/`, `\u0026`; as addresses
 * have it: `%22`; and what styles a text for a terminal, which stands for nothing.
 */
const ESCAPE = new RegExp(
  [
    String.raw`\x1b${STYLE}`,
    String.raw`(?<!\\)\\+(?:(?:u001b|u001B|x1b|x1B|033|e)${STYLE}|u00([0-7][0-9A-Fa-f])|([nrt"'/]))`,
    '%([2-7][0-9A-Fa-f])',
  ].join('|'),
  'g',
);
const MEANING: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Escapes in the JSON of an event behind which hints are not seen: others leave the letters of names and tokens as they are. */
const BY_CODE = ['\\\\u00', 'u001b', 'u001B', 'x1b[', 'x1B[', '\\033[', '\\e['];
const IN_ADDRESSES = /%(?:2[0-9A-F]|3[A-F]|40|5[BDF]|7[BD])/i;

/** Whether it takes `unescapeText` to tell which detectors may find something in an event: any of them may. */
export const hidesLetters = (json: string): boolean =>
  BY_CODE.some((code) => json.includes(code)) || (json.includes('%') && IN_ADDRESSES.test(json));

/** A text without its escapes, and where what is left stood before. */
export interface UnescapedText {
  readonly text: string;
  /** Where the character at this place, or the end, stands in the text as it was. */
  readonly placeOf: (place: number) => number;
}

/** Undefined where there is nothing to unescape. */
export function unescapeText(text: string): UnescapedText | undefined {
  if (!['\\', '%', '\x1b'].some((sign) => text.includes(sign))) return undefined;
  const parts: string[] = [];
  /** Places behind each escape: in the new text, and in the old one. */
  const after: number[] = [0];
  const before: number[] = [0];
  let done = 0;
  let length = 0;
  for (const match of matchesOf(text, ESCAPE)) {
    const [whole, ofJson, sign = '', ofAddress] = match;
    const code = ofJson ?? ofAddress;
    const decoded = code === undefined ? (MEANING[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
    // What separates texts must stay the only NUL.
    const meaning = decoded === '\0' ? ' ' : decoded;
    parts.push(text.slice(done, match.index), meaning);
    length += match.index - done + meaning.length;
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
