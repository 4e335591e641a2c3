import { BETWEEN } from './event-texts.ts';
import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';

export const PRIVATE_KEY_RULE: RuleDescription = {
  id: 'private_key',
  description: 'Blocks of private keys in PEM or PGP armour, even if they are cut off',
  isGenerated: true,
};

const BEGIN = /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const ANY_END = new RegExp(END, 'g');
const DASHES = '-----';
/** A block with fewer characters of a key is an example. */
const MIN_KEY_LENGTH = 32;
const KEY_CHARACTERS = new RegExp(`[A-Za-z0-9+/=]{${String(MIN_KEY_LENGTH)}}`);
/** No real key is longer. */
const MAX_LENGTH = 65_536;
/**
 * What tools put before a line: marks of a diff or of quoted mail, a line number. A pattern of its own, so that no character of
 * it is tried again as one of the key, which can also begin with `+`.
 */
const MARK = /[ \t>|+-]*(?:\d{1,9}[ \t|:]+)?/y;
/** A line of a key that is cut off: a header, or characters of the key. A header has no dashes: they begin another key. */
const LINE =
  /(?:[A-Z][A-Za-z-]{2,20}: (?:(?!-----)[^\n\0]){0,200}|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{0,15}={1,2}|)(?=[\s"'\\\0.…]|$)/y;

/** A line of a key: as a text of its own, and among other lines. */
const KEY_LINE = /[A-Za-z0-9+/]{1,200}={0,2}(?=\r?\n\0)/y;
const WHOLE_LINE = /^[A-Za-z0-9+/]{1,200}={0,2}$/;
const END_OF_LINE = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{16,}={0,2}$/;
const MAX_LINE = 250;

/**
 * A block, from its first dash to its last. Without an end, it reaches as far as its lines look like a key; without a
 * beginning, it starts with the first such line. A block whose lines are separate texts has a span for each.
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

/** The following texts, as long as each is a line or the end of a key. */
function furtherLines(text: string, from: number): Span[] {
  const lines: Span[] = [];
  for (let at = from; text.startsWith(BETWEEN, at) && at - from < MAX_LENGTH;) {
    const start = at + BETWEEN.length;
    END.lastIndex = start;
    const [tail] = END.exec(text) ?? [];
    KEY_LINE.lastIndex = start;
    const [line] = tail === undefined ? (KEY_LINE.exec(text) ?? []) : [tail];
    if (line === undefined) break;
    at = start + line.length;
    lines.push({ start, end: at });
    if (tail !== undefined) break;
  }
  return lines;
}

/** Where the lines of the key that ends at `end` start, but not before `least`. */
function startOfLines(text: string, end: number, least: number): number {
  let start = end;
  while (start > least && end - start < MAX_LENGTH) {
    const nearest = Math.max(least, start - MAX_LINE);
    const before = nearest + text.slice(nearest, Math.max(nearest, start - 1)).lastIndexOf('\n') + 1;
    const line = text.slice(before, start).trimEnd();
    const isWhole = before > nearest || text[before - 1] === '\n';
    if (!isWhole || !WHOLE_LINE.test(line.trimStart())) {
      // The key of an object may precede the first line.
      const [run] = END_OF_LINE.exec(line) ?? [];
      return run === undefined ? start : text.lastIndexOf(run, start);
    }
    start = before;
  }
  return start;
}

function endOf(text: string, body: number): number {
  const dashes = text.indexOf(DASHES, body);
  if (dashes !== -1 && dashes - body <= MAX_LENGTH && !text.slice(body, dashes).includes('\0')) {
    END.lastIndex = dashes;
    const [tail] = END.exec(text) ?? [];
    if (tail !== undefined) return dashes + tail.length;
  }
  return endOfLines(text, body);
}

function endOfLines(text: string, body: number): number {
  let end = body;
  for (let at = body; at - body < MAX_LENGTH;) {
    MARK.lastIndex = at;
    const [mark = ''] = MARK.exec(text) ?? [];
    LINE.lastIndex = at + mark.length;
    const [line] = LINE.exec(text) ?? [];
    if (line === undefined) break;
    const next = at + mark.length + line.length;
    if (next > at && text.slice(at, next).trim() !== '') end = next;
    if (text[next] === '\r' && text[next + 1] === '\n') at = next + 2;
    else if (text[next] === '\n') at = next + 1;
    else break;
  }
  return end;
}

export const PRIVATE_KEY_DETECTOR: Detector = {
  ruleId: PRIVATE_KEY_RULE.id,
  hint: { anyOf: ['PRIVATE KEY'] },
  find: blocksOf,
};
