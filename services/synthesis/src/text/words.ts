import { withoutInvisible } from '@strata/kernel/invisible';

/** UTF-16 units read of one text: a longer text is found by its beginning. */
export const MAX_TEXT_LENGTH = 65_536;
/** A longer run of letters and digits is an encoded blob, not a word. */
const MAX_WORD_LENGTH = 64;
const MAX_COMPOUND_LENGTH = 256;

const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’.,:-][\p{L}\p{M}\p{N}_]+)*/gu;
/** Most words: letters of a script with upper and lower case, without anything to split at. */
const PLAIN = /^\p{Lu}?\p{Ll}+$/u;
const DIGITS_WITH_SEPARATORS = /^\d+(?:[.,:]\d+)+$/u;
/** Between the words of a name in camel case. */
export const CASE_BOUNDARY = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const POSSESSIVE_OR_CLITIC = /['’](?:s|ll|d|m|re|ve)?$/u;
const NEGATION = /n['’]t$/u;
/** Scripts without spaces between words: pairs of neighbouring characters take the place of words. */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{Script=Hangul}]+/u;
const IDEOGRAPHIC_RUNS = new RegExp(IDEOGRAPHIC.source, 'gu');
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedWords = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * The words of a text in order, lower-cased and NFKC-normalized.
 *
 * - An identifier gives itself and its parts (`get_user_details`, `getUserDetails`).
 * - A hyphenated word gives its parts and their union.
 * - Invisible characters within a word are left out.
 * - A possessive loses its ending; `don't` gives `do` and `not`.
 * - A number keeps its separators (`3.14`).
 * - Chinese, Japanese and Korean give character pairs; Thai, Lao, Khmer and Burmese are split by the ICU dictionary.
 *
 * Only the first 65,536 characters are read; words over 64 characters are left out.
 */
export function words(text: string): string[] {
  const found: string[] = [];
  const normalized = withoutInvisible(text.slice(0, MAX_TEXT_LENGTH)).normalize('NFKC');
  for (const match of normalized.match(WORD) ?? []) {
    if (PLAIN.test(match)) pushWord(match, found);
    else if (IDEOGRAPHIC.test(match)) pushIdeographic(match, found);
    else if (UNSPACED.test(match)) pushUnspaced(match, found);
    else if (DIGITS_WITH_SEPARATORS.test(match)) pushWord(match, found);
    else for (const part of match.split(/[.,:]/u)) pushSpelled(part, found);
  }
  return found;
}

function pushSpelled(raw: string, found: string[]): void {
  if (raw.length > MAX_COMPOUND_LENGTH) return;
  if (NEGATION.test(raw)) {
    pushSpelled(raw.replace(NEGATION, ''), found);
    found.push('not');
    return;
  }
  const word = raw.replace(POSSESSIVE_OR_CLITIC, '').replace(/^_+|_+$/gu, '');
  const parts = word.split(/[_'’-]+/u).flatMap((part) => part.split(CASE_BOUNDARY));
  pushWord(word.replaceAll('-', ''), found);
  if (parts.length > 1) for (const part of parts) pushWord(part, found);
}

function pushWord(word: string, found: string[]): void {
  if (word.length > 0 && word.length <= MAX_WORD_LENGTH) found.push(word.toLowerCase());
}

function pushIdeographic(run: string, found: string[]): void {
  let end = 0;
  for (const match of run.matchAll(IDEOGRAPHIC_RUNS)) {
    if (match.index > end) pushSpelled(run.slice(end, match.index), found);
    const characters = [...match[0]];
    if (characters.length === 1) pushWord(match[0], found);
    for (const [i, character] of characters.slice(1).entries()) found.push(`${characters[i] ?? ''}${character}`);
    end = match.index + match[0].length;
  }
  if (end < run.length) pushSpelled(run.slice(end), found);
}

function pushUnspaced(run: string, found: string[]): void {
  for (const { segment, isWordLike } of unspacedWords.segment(run)) if (isWordLike === true) pushWord(segment, found);
}
