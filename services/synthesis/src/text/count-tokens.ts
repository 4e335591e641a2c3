import { countTokens as countEncoded } from 'gpt-tokenizer/encoding/o200k_base';
import { LRUCache } from 'lru-cache';

/** Byte-pair merging is quadratic in the length of an unbroken run, so longer runs are counted in pieces. */
const MAX_RUN = 256;
const LONG_RUN = new RegExp(`\\S{${String(MAX_RUN + 1)}}|\\s{${String(MAX_RUN + 1)}}`, 'u');
const PIECES = new RegExp(`\\s?\\S{1,${String(MAX_RUN)}}|\\s{1,${String(MAX_RUN)}}`, 'gu');
const ORDINARY_TEXT = { disallowedSpecial: new Set<string>() };

/** No token of o200k spans such a place, so the tokens of a text are those of its lines. */
const LINE_START = /(?<=\n)(?![\s/])/u;

/** Longer lines seldom come back. */
const MAX_KEPT_LENGTH = 2_000;
/** In UTF-16 units. */
const MAX_KEPT_IN_ALL = 8_000_000;

/** Counts of lines: the same memories get into many packs, and counting is most of the work of packing. */
const counts = new LRUCache<string, number>({
  maxSize: MAX_KEPT_IN_ALL,
  sizeCalculation: (_count, line) => line.length,
});

/**
 * How many o200k tokens a text has. Special tokens such as `<|endoftext|>` are counted as plain text. Exact, except that
 * a line with an unbroken run of more than 256 characters is counted in pieces, which can give slightly more.
 */
export function countTokens(text: string): number {
  let total = 0;
  for (const line of text.split(LINE_START)) total += countLine(line);
  return total;
}

function countLine(line: string): number {
  if (line === '') return 0;
  const known = counts.get(line);
  if (known !== undefined) return known;
  const count = countNew(line);
  if (line.length <= MAX_KEPT_LENGTH) counts.set(line, count);
  return count;
}

function countNew(line: string): number {
  if (!LONG_RUN.test(line)) return countEncoded(line, ORDINARY_TEXT);
  let total = 0;
  for (const [piece] of line.matchAll(PIECES)) total += countEncoded(piece, ORDINARY_TEXT);
  return total;
}
