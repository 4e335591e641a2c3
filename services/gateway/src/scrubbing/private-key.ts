import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';

export const PRIVATE_KEY_RULE: RuleDescription = {
  id: 'private_key',
  description: 'Blocks of private keys in PEM or PGP armour, also those that are cut off',
};

const BEGIN = /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const DASHES = '-----';
/** Below that many characters of a key a block is an example, or a word about one. */
const LEAST_KEY_CHARACTERS = 32;
const KEY_CHARACTERS = new RegExp(`[A-Za-z0-9+/=]{${String(LEAST_KEY_CHARACTERS)}}`);
/** No key of anybody is longer. */
const MOST_CHARACTERS = 65_536;
/** A line of a key that is cut off: its headers, and its characters behind a sign or a number that a tool has put there. */
const LINE =
  /[ \t>|+-]*(?:\d+[ \t|:]+)?(?:[A-Z][A-Za-z-]{2,20}: [^\n\0]{0,200}|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{0,15}={1,2}|[ \t\r]*)(?=\r?\n|[\s"'\\\0.…]|$)/y;

/** A block from its first dash to its last; without an end, as far as its lines look like those of a key. */
function* blocksOf(text: string): Iterable<Span> {
  let done = 0;
  for (const { index: start, 0: head } of matchesOf(text, BEGIN)) {
    if (start < done) continue;
    const body = start + head.length;
    const end = endOf(text, body);
    if (!KEY_CHARACTERS.test(text.slice(body, end))) continue;
    done = end;
    yield { start, end };
  }
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
