/**
 * Masking as in log template mining (He et al., "Drain", ICWS 2017: variable tokens become wildcards before messages are
 * compared): words that name one occurrence are replaced, words that name the kind stay.
 */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, '<url>'],
  [/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}\w/g, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, '<date>'],
  [/\b\d{1,2}:\d{2}(?::\d{2})?\b/g, '<time>'],
  [/(^|[\s("'=])(?:\.{0,2}|~|[A-Za-z]:)?(?:[\\/][\w.@~-]+){2,}[\\/]?/g, '$1<path>'],
  [/(^|[\s(=:])(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|`[^`\n]{1,80}`)/g, '$1<value>'],
  [/\b[a-z]+(?:[_-][a-z]+)*[_-]\d+\b/gi, '<id>'],
  [/#?\b[A-Z]+\d[A-Z0-9]*\b/g, '<id>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, '<id>'],
  [/#?\b\d+(?:[.,]\d+)*\b/g, '<n>'],
];

const INPUT_LIMIT = 1000;

/** Masks urls, addresses, ids, dates, paths, quoted values and numbers; whitespace is folded; at most `limit` characters. */
export function maskText(text: string, limit: number): string {
  let masked = text.slice(0, INPUT_LIMIT).replace(/\s+/g, ' ').trim();
  for (const [pattern, by] of MASKS) masked = masked.replace(pattern, by);
  return clip(masked, limit);
}

/** Cuts a text to at most `limit` UTF-16 units, with `…` at the end if cut; never splits a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text
    .slice(0, limit - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
