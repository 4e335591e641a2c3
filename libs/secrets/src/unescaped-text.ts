import { matchesOf } from './detector.ts';

/** A style of a terminal, such as a colour, without its escape character. */
const STYLE = String.raw`\[[0-9;:?]{0,20}[A-Za-z]`;
/**
 * An escape of JSON in a text, at any depth (`\n`, `\\"`, `\/`, `\u0026`), an escape of a URL (`%22`), or a style of a terminal,
 * which means nothing.
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

/** Escapes in the JSON of an event that can hide hints. Other escapes leave the letters of names and tokens unchanged. */
const BY_CODE = ['\\\\u00', 'u001b', 'u001B', 'x1b[', 'x1B[', '\\033[', '\\e['];
const IN_URLS = /%(?:2[0-9A-F]|3[A-F]|40|5[BDF]|7[BD])/i;

/** Whether an event can contain secrets that only `unescapeText` reveals, so that every detector may find something. */
export const hidesLetters = (json: string): boolean =>
  BY_CODE.some((code) => json.includes(code)) || (json.includes('%') && IN_URLS.test(json));

/** A text without its escapes, and the original positions of its characters. */
export interface UnescapedText {
  readonly text: string;
  /** The original index of the character at an index, or of the end. */
  readonly originalIndex: (index: number) => number;
}

const ESCAPES_BETWEEN_PAUSES = 2_000;

/** Undefined if there is nothing to unescape. Yields where it may pause. */
export function* unescapeText(text: string): Generator<undefined, UnescapedText | undefined> {
  if (!['\\', '%', '\x1b'].some((character) => text.includes(character))) return undefined;
  const parts: string[] = [];
  /** The indexes behind each escape, in the unescaped text and in the original one. */
  const unescaped: number[] = [0];
  const original: number[] = [0];
  let done = 0;
  let length = 0;
  for (const match of matchesOf(text, ESCAPE)) {
    const [whole, jsonCode, letter = '', urlCode] = match;
    const code = jsonCode ?? urlCode;
    const decoded = code === undefined ? (MEANING[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
    // Only separators of texts may contain a NUL.
    const meaning = decoded === '\0' ? ' ' : decoded;
    parts.push(text.slice(done, match.index), meaning);
    length += match.index - done + meaning.length;
    done = match.index + whole.length;
    unescaped.push(length);
    original.push(done);
    if (original.length % ESCAPES_BETWEEN_PAUSES === 0) yield;
  }
  if (parts.length === 0) return undefined;
  parts.push(text.slice(done));
  return { text: parts.join(''), originalIndex: (index) => mapIndex(index, unescaped, original) };
}

function mapIndex(index: number, unescaped: readonly number[], original: readonly number[]): number {
  let [low, high] = [0, unescaped.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((unescaped[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return (original[low] ?? 0) + index - (unescaped[low] ?? 0);
}
