import { countTokens as countEncoded } from 'gpt-tokenizer/encoding/o200k_base';

/** Byte-pair merging is quadratic in the length of an unbroken run, so longer runs are counted in pieces. */
const LONG_RUN = /\S{257}/u;
const PIECES = /\s*\S{1,256}|\s+/gu;
const ORDINARY_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * The o200k tokens of any text. Special tokens such as `<|endoftext|>` count as plain text. A text with a run of more than
 * 256 characters can count slightly too high.
 */
export function countTokens(text: string): number {
  if (!LONG_RUN.test(text)) return countEncoded(text, ORDINARY_TEXT);
  let total = 0;
  for (const [piece] of text.matchAll(PIECES)) total += countEncoded(piece, ORDINARY_TEXT);
  return total;
}
