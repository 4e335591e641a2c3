import { countTokens as countEncoded } from 'gpt-tokenizer/encoding/o200k_base';

/** Byte-pair merging is quadratic in the length of an unbroken run, so longer runs are counted in pieces. */
const LONG_RUN = /\S{257}|\s{257}/u;
const PIECES = /\s?\S{1,256}|\s{1,256}/gu;
const ORDINARY_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * How many o200k tokens a reader of this text gets. Special tokens such as `<|endoftext|>` are counted as the plain text
 * that they are here. Exact, except that text with an unbroken run of more than 256 characters is counted in pieces, which can
 * come out slightly above.
 */
export function countTokens(text: string): number {
  if (!LONG_RUN.test(text)) return countEncoded(text, ORDINARY_TEXT);
  let total = 0;
  for (const [piece] of text.matchAll(PIECES)) total += countEncoded(piece, ORDINARY_TEXT);
  return total;
}
