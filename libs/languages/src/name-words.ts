import { isCalendarName } from './calendar-names.ts';
import { languageOf } from './language-of.ts';

/** A word with a capital and a small letter: `Amara`, `O'Neill`, `McCoy`. The bounds keep the search linear. */
const CAPITALIZED = String.raw`\p{Lu}(?:['’]\p{Lu})?[\p{L}\p{M}-]{0,30}\p{Ll}[\p{L}\p{M}-]{0,30}`;
/** Capitalized words one after the other, and a number right behind them: `Amara Nwosu`, `Tanner Row 12`. */
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${CAPITALIZED}(?: ${CAPITALIZED}){0,7}(?: \d+[a-z]?)?(?![\p{L}\p{N}])`,
  'gu',
);
const WORD = new RegExp(String.raw`(?<![\p{L}\p{M}])${CAPITALIZED}`, 'gu');
/** A door code or a postal code; the years since 1900, round numbers, amounts and decimals are none. Longer ones are identifiers. */
const CODE = /(?<![\p{L}\p{N}.,:/€$£-])(?!(?:19|20)\d\d(?!\d))(?!\d\d00)\d{4}(?![\p{L}\p{N}]|[.,:/-]\d| ?[€$£%])/gu;
/** What stands before a word that begins a sentence. */
const BEGINNING = /(?:^|[.!?…\n]["'”’»)]*|["“„«(])\s*$/u;
const MOST_READ = 65_536;

const wordsOf = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => word);

/** A month or a weekday is a name only before another word: "April Baker", not "in April". */
const isPartOfName = (word: string, at: number, { length }: readonly string[]): boolean =>
  at < length - 1 || !isCalendarName(word.toLowerCase());

/** All words of a text that are written as names are: with a capital, wherever they stand, and codes of four digits. */
export function nameWords(text: string): Set<string> {
  const read = text.slice(0, MOST_READ);
  return new Set([...wordsOf(read), ...codesOf(read)]);
}

/**
 * The words of a text that are likely part of a name or an address: with a capital within a sentence, or next to another such
 * word, or before a number; and codes of four digits. In German, where all nouns have a capital, a single word is none.
 */
export function likelyNameWords(text: string): Set<string> {
  const read = text.slice(0, MOST_READ);
  const isGerman = languageOf(read) === 'de';
  const names = nameRuns(read).filter(
    ({ words, isNumbered, beginsSentence }) => words.length > 1 || isNumbered || !(isGerman || beginsSentence),
  );
  return new Set([...names.flatMap(({ words }) => words), ...codesOf(read)]);
}

export interface NameRun {
  readonly words: readonly string[];
  readonly isNumbered: boolean;
  readonly beginsSentence: boolean;
}

/** Capitalized words that follow each other, as a full name does. */
export const nameRuns = (text: string): NameRun[] =>
  [...text.matchAll(RUN)].map(({ 0: run, index }) => ({
    words: wordsOf(run).filter(isPartOfName),
    isNumbered: /\d/.test(run),
    beginsSentence: BEGINNING.test(text.slice(Math.max(0, index - 8), index)),
  }));

const codesOf = (text: string): string[] => [...text.matchAll(CODE)].map(([code]) => code);
