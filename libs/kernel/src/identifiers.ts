/** A word as it may be an identifier: `#W1234567`, `mei_kovacs_8020`, `mei@example.com`, `19122`. */
const WORD = /[#\p{L}\p{N}][\p{L}\p{N}@._+-]*/gu;
const LONGEST = 64;
const MOST_READ = 65_536;

/** The spelling by which identifiers are compared: without `#`, and in lower case unless only its capitals mark it. */
export function canonicalIdentifier(word: string): string {
  const bare = word.replace(/^#+/, '').replace(/[._+-]+$/, '');
  return /[\d@]/.test(bare) ? bare.toLowerCase() : bare;
}

/** The distinct words of a text that may be identifiers, in the canonical spelling. Only the first 65,536 characters are read. */
export function identifierWords(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of text.slice(0, MOST_READ).matchAll(WORD)) {
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
export function looksLikeIdentifier(word: string): boolean {
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
