const WHITE_SPACE = /[\t\n\r ]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** All but the quote, the backslash and control characters. */
const PLAIN_CHARACTERS = /[\u0020\u0021\u0023-\u005b\u005d-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

const PARTS_BETWEEN_PAUSES = 10_000;

/** What the grammar of JSON allows next; `first` and `firstKey` also allow the end of the array or object just begun. */
type Expected = 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'separator';

/**
 * The offset of the first character at which a text stops being JSON, or the length of a text that ends too early;
 * undefined for valid JSON. Yields where it may pause. Without recursion, since hostile bodies nest deeply; `JSON.parse` reports a position for
 * some faults only, and quotes the text.
 */
export function* findJsonFault(text: string): Generator<undefined, number | undefined> {
  const closers: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  let at = endOf(WHITE_SPACE, text, 0);
  for (let parts = 1; at < text.length; at = endOf(WHITE_SPACE, text, at), parts += 1) {
    if (parts % PARTS_BETWEEN_PAUSES === 0) yield;
    const character = text[at];
    const closer = closers.at(-1);
    const isKey: boolean = expected === 'key' || expected === 'firstKey';
    if (character === closer && ['first', 'firstKey', 'separator'].includes(expected)) {
      closers.pop();
      expected = 'separator';
      at += 1;
    } else if (expected === 'separator') {
      if (character !== ',' || closer === undefined) return at;
      expected = closer === '}' ? 'key' : 'value';
      at += 1;
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (character === '"') {
      const { end, isComplete } = readString(text, at);
      if (!isComplete) return end;
      expected = isKey ? 'colon' : 'separator';
      at = end;
    } else if (isKey) {
      return at;
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'firstKey' : 'first';
      at += 1;
    } else {
      const end = endOf(LITERAL, text, at);
      if (end === at) return at;
      expected = 'separator';
      at = end;
    }
  }
  return expected === 'separator' && closers.length === 0 ? undefined : at;
}

function readString(text: string, start: number): { readonly end: number; readonly isComplete: boolean } {
  for (let at = start + 1; ;) {
    at = endOf(PLAIN_CHARACTERS, text, at);
    if (text[at] === '"') return { end: at + 1, isComplete: true };
    const next = endOf(ESCAPE, text, at);
    if (next === at) return { end: at, isComplete: false };
    at = next;
  }
}

/** Where a match of a sticky pattern at an offset ends; the offset itself without a match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const CHARACTERS_BETWEEN_PAUSES = 1_000_000;

/** Line and column of an offset, both from 1; a column counts UTF-16 units. Yields where it may pause. */
export function* positionOf(
  text: string,
  offset: number,
): Generator<undefined, { readonly line: number; readonly column: number }> {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at += 1) {
    if (at % CHARACTERS_BETWEEN_PAUSES === 0) yield;
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && code !== CARRIAGE_RETURN) continue;
    // `\r\n` is one end of a line.
    if (code !== LINE_FEED || text.charCodeAt(at - 1) !== CARRIAGE_RETURN) line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
