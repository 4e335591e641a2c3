import { countTokens as countEncoded } from 'gpt-tokenizer/encoding/o200k_base';

/** Byte-pair merging is quadratic in the length of an unbroken run, so longer runs are counted in pieces. */
const MAX_RUN = 256;
const RUNS = /\S+|\s+/gu;
const PIECES = new RegExp(`\\s?\\S{1,${String(MAX_RUN)}}|\\s{1,${String(MAX_RUN)}}`, 'gu');
const ORDINARY_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * How many o200k tokens a text has. Special tokens such as `<|endoftext|>` are counted as plain text. Exact, except that
 * text with an unbroken run of more than 256 characters is counted in pieces, which can give slightly more.
 */
export function countTokens(text: string): number {
  if (!hasLongRun(text)) return countEncoded(text, ORDINARY_TEXT);
  let total = 0;
  for (const [piece] of text.matchAll(PIECES)) total += countEncoded(piece, ORDINARY_TEXT);
  return total;
}

function hasLongRun(text: string): boolean {
  for (const [run] of text.matchAll(RUNS)) if (run.length > MAX_RUN) return true;
  return false;
}
