import { BETWEEN } from './event-texts.ts';
import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';

export const PRIVATE_KEY_RULE: RuleDescription = {
  id: 'private_key',
  description: 'Blocks of private keys in PEM or PGP armour, also those that are cut off',
};

const BEGIN = /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const ANY_END = new RegExp(END, 'g');
const DASHES = '-----';
/** Below that many characters of a key a block is an example, or a word about one. */
const LEAST_KEY_CHARACTERS = 32;
const KEY_CHARACTERS = new RegExp(`[A-Za-z0-9+/=]{${String(LEAST_KEY_CHARACTERS)}}`);
/** No key of anybody is longer. */
const MOST_CHARACTERS = 65_536;
/** A line of a key that is cut off: its headers, and its characters behind a sign or a number that a tool has put there. */
const LINE =
  /[ \t>|+-]*(?:\d+[ \t|:]+)?(?:[A-Z][A-Za-z-]{2,20}: [^\n\0]{0,200}|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{0,15}={1,2}|[ \t\r]*)(?=\r?\n|[\s"'\\\0.…]|$)/y;

/** A line of a key: one that is a text of its own, and one that stands among others. */
const KEY_LINE = /[A-Za-z0-9+/]{1,200}={0,2}(?=\r?\n\0)/y;
const WHOLE_LINE = /^[A-Za-z0-9+/]{1,200}={0,2}$/;
const END_OF_LINE = /[A-Za-z0-9+/]{16,200}={0,2}$/;
const MOST_OF_LINE = 250;

/**
 * A block from its first dash to its last; without an end, as far as its lines look like those of a key; without a
 * beginning, from the first line that does. A block whose lines are texts of their own is as many parts.
 */
function* blocksOf(text: string): Iterable<Span> {
  let done = 0;
  for (const { index: start, 0: head } of matchesOf(text, BEGIN)) {
    if (start < done) continue;
    const body = start + head.length;
    const first = { start, end: endOf(text, body) };
    const further = furtherLines(text, first.end);
    const { end } = further.at(-1) ?? first;
    if (!KEY_CHARACTERS.test(text.slice(body, end))) continue;
    done = end;
    yield first;
    yield* further;
  }
  for (const { index: tail, 0: end } of matchesOf(text, ANY_END)) {
    const start = startOfLines(text, tail, done);
    done = tail + end.length;
    if (KEY_CHARACTERS.test(text.slice(start, tail))) yield { start, end: done };
  }
}

/** The texts behind one, as long as each is a line of a key, or the end of one. */
function furtherLines(text: string, from: number): Span[] {
  const lines: Span[] = [];
  for (let place = from; text.startsWith(BETWEEN, place) && place - from < MOST_CHARACTERS;) {
    const start = place + BETWEEN.length;
    END.lastIndex = start;
    const [tail] = END.exec(text) ?? [];
    KEY_LINE.lastIndex = start;
    const [line] = tail === undefined ? (KEY_LINE.exec(text) ?? []) : [tail];
    if (line === undefined) break;
    place = start + line.length;
    lines.push({ start, end: place });
    if (tail !== undefined) break;
  }
  return lines;
}

/** Where the lines of a key begin that end here, and not before `least`. */
function startOfLines(text: string, end: number, least: number): number {
  let start = end;
  while (start > least && end - start < MOST_CHARACTERS) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(Math.max(before, least, start - MOST_OF_LINE), start).trimEnd();
    if (before < least || !WHOLE_LINE.test(line.trimStart())) {
      // The first may have the key of an object before it.
      const [run] = END_OF_LINE.exec(line) ?? [];
      return run === undefined ? start : text.lastIndexOf(run, start);
    }
    start = before;
  }
  return start;
}

function endOf(text: string, body: number): number {
  const dashes = text.indexOf(DASHES, body);
  if (dashes !== -1 && dashes - body <= MOST_CHARACTERS && !text.slice(body, dashes).includes('\0')) {
    END.lastIndex = dashes;
    const [tail] = END.exec(text) ?? [];
    if (tail !== undefined) return dashes + tail.length;
  }
  return endOfLines(text, body);
}

function endOfLines(text: string, body: number): number {
  let end = body;
  for (let place = body; place - body < MOST_CHARACTERS;) {
    LINE.lastIndex = place;
    const [line = ''] = LINE.exec(text) ?? [];
    if (line.trim() !== '') end = place + line.length;
    const next = place + line.length;
    if (text[next] === '\r' && text[next + 1] === '\n') place = next + 2;
    else if (text[next] === '\n') place = next + 1;
    else break;
  }
  return end;
}

export const PRIVATE_KEY_DETECTOR: Detector = {
  ruleId: PRIVATE_KEY_RULE.id,
  hint: { anyOf: ['PRIVATE KEY'] },
  find: blocksOf,
};
