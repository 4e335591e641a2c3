import { withoutInvisible } from './invisible.ts';

/** A word as it may be an identifier: `#W1234567`, `mei_kovacs_8020`, `mei@example.com`, `19122`. */
const WORD = /[#\p{L}\p{N}][\p{L}\p{N}@._+-]*/gu;
/** An identifier of several words: an account or a card in groups, a phone number, or a number behind a slash (`CUST/0012`). */
const WORDS = [
  String.raw`\p{Lu}{2}\d{2}(?: [\p{Lu}\d]{4}){2,7}(?: [\p{Lu}\d]{1,3})?`,
  String.raw`\d{4}(?: \d{4}){3}`,
  String.raw`(?:\+[\d ()-]{7,22}|\(?0[\d ()]{7,22})\d`,
  String.raw`\(?\d{3}\)?[ -]\d{3}[ -]\d{4}`,
  String.raw`\p{L}[\p{L}\d-]{1,11}(?:/[\p{L}\d]{1,8})?/\d{3,12}(?:/\d{1,4})?`,
].join('|');
const SEVERAL = new RegExp(String.raw`(?<![\p{L}\p{N}./-])(?:${WORDS})(?![\p{L}\p{N}/])`, 'gu');
const WHOLE = { word: new RegExp(`^${WORD.source}$`, 'u'), several: new RegExp(`^(?:${WORDS})$`, 'u') };
const LONGEST = 64;
const MOST_READ = 65_536;

/** The spelling by which identifiers are compared: without `#`, and in lower case unless only its capitals mark it. */
function canonicalIdentifier(word: string): string {
  const bare = word.replace(/^#+/, '').replace(/[._+-]+$/, '');
  return /[\d@]/.test(bare) ? bare.toLowerCase() : bare;
}

/** The same for one of several words: without what groups its digits. */
const canonicalGroups = (words: string): string => words.replace(/[ ()+]|(?<=\d)-(?=\d)/g, '').toLowerCase();

/** The canonical form of a text that is an identifier as a whole; undefined for any other text. */
export function identifierOf(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const canonical = WHOLE.several.test(text) ? canonicalGroups(text) : canonicalIdentifier(text);
  return WHOLE.several.test(text) || (WHOLE.word.test(text) && looksLikeIdentifier(canonical)) ? canonical : undefined;
}

/** The distinct words of a text that may be identifiers, in the canonical spelling. Only the first 65,536 characters are read. */
export function identifierWords(text: string): Set<string> {
  const found = new Set<string>();
  const read = withoutInvisible(text.slice(0, MOST_READ));
  for (const [words] of read.matchAll(SEVERAL)) found.add(canonicalGroups(words));
  for (const [word] of read.matchAll(WORD)) {
    if (word.length < 4 || word.length > LONGEST) continue;
    const canonical = canonicalIdentifier(word);
    if (looksLikeIdentifier(canonical)) found.add(canonical);
  }
  return found;
}

/** What has digits and still names no one: dates, times, decimals, versions, content hashes, file names, measures. */
const NO_NAME = [
  /^\d{4}-\d{2}(-\d{2})?(t|$)/,
  /^[\d.,+-]*\d[.,]\d[\d.,]*$/,
  /^v?\d+(\.\d+)+([-+][\w.]+)?$/,
  /^(?=[\da-f]*[a-f])[\da-f]{7,12}$/,
  /^[\da-f]{40}$/,
  /^[\da-f]{64}$/,
  /^[^@]*\.[a-z][a-z\d]{0,4}$/,
  /^\d{1,4}(?:\.\d+)?(?:[a-z]{1,3}|-[a-z]+)$/,
];

/** Whether a canonical word has the shape of an identifier: digits with letters, five digits or more, an address, or capitals. */
function looksLikeIdentifier(word: string): boolean {
  if (word.length < 4 || word.length > LONGEST) return false;
  if (word.includes('@')) return /^[^@]+@[^@]+$/.test(word);
  if (!/\d/.test(word)) return /^\p{Lu}{5,12}$/u.test(word);
  if (/^\d+$/.test(word)) return word.length >= 5;
  return !NO_NAME.some((pattern) => pattern.test(word));
}

/**
 * The shape of a canonical identifier, if words of this shape are hardly ever anything else: `a_a_9999` for
 * `mei_kovacs_8020`. Null for shapes that ordinary words and numbers have.
 */
export function identifierForm(word: string): string | null {
  if (word.includes('@')) return '@';
  const digits = word.match(/\d+/g) ?? [];
  const longest = Math.max(0, ...digits.map(({ length }) => length));
  if (longest < (/\p{L}/u.test(word) ? 4 : 7)) return null;
  return word.replace(/\p{L}+/gu, 'a').replace(/\d/g, '9');
}
