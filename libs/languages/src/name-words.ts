import { isCalendarName } from './calendar-names.ts';
import { FUNCTION_WORDS, withoutAccents } from './function-words.ts';
import { languageOf } from './language-of.ts';

/** A word with a capital and a small letter: `Amara`, `O'Neill`, `McCoy`. The bounds keep the search linear. */
const CAPITALIZED = String.raw`\p{Lu}(?:['’]\p{Lu})?[\p{L}\p{M}-]{0,30}\p{Ll}[\p{L}\p{M}-]{0,30}`;
/** Capitalized words one after the other, and a number right behind them: `Amara Nwosu`, `Tanner Row 12`. */
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${CAPITALIZED}(?: ${CAPITALIZED}){0,7}(?: \d+[a-z]?)?(?![\p{L}\p{N}])`,
  'gu',
);
const WORD = new RegExp(String.raw`(?<![\p{L}\p{M}])${CAPITALIZED}`, 'gu');
/**
 * A number of four digits that may be a door code or a postal code: no year since 1900, round number, amount or decimal. Longer
 * numbers are identifiers (`@strata/kernel/identifiers`).
 */
const CODE = /(?<![\p{L}\p{N}.,:/€$£-])(?!(?:19|20)\d\d(?!\d))(?!\d\d00)\d{4}(?![\p{L}\p{N}]|[.,:/-]\d| ?[€$£%])/gu;
/** A number of any form behind a word for a code: "the safe PIN is 417", "code: 1985". */
const NAMED_CODE =
  /(?<=(?<!\p{L})(?:\p{L}{0,12}code|\p{L}{0,12}kode|pin|passcode|geheimzahl|c[óo]digo|clave|codice|kod|код)(?!\p{L})[^.!?\d]{0,20})\d{3,8}(?!\d)/giu;
/** What stands before a word that begins a sentence, a quotation or an item of a list. */
const BEGINNING = /(?:^|[.!?…:\n]["'”’»)]*|["“„«(]|(?:^|\n)\s*[-*•–]|(?:^|\n)\s*\d+[.)])\s*$/u;
const MOST_READ = 65_536;

const wordsOf = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => word);
const codesOf = (text: string): string[] =>
  [CODE, NAMED_CODE].flatMap((pattern) => [...text.matchAll(pattern)].map(([code]) => code));

/** All words of a text that are written as names are: with a capital, wherever they stand, and codes. */
export function nameWords(text: string): Set<string> {
  const read = text.slice(0, MOST_READ);
  return new Set([...codesOf(read), ...wordsOf(read)]);
}

/**
 * The words of a text that are likely part of a name or an address, and its codes. Such a word has a capital within a sentence, or
 * stands next to another word with a capital, or before a number. In German, where all nouns have a capital, a single word does not
 * count. Words of grammar do not count, nor does a month or weekday at the end ("Since Monday").
 */
export function likelyNameWords(text: string): Set<string> {
  const read = text.slice(0, MOST_READ);
  const language = languageOf(read);
  const grammar = FUNCTION_WORDS.get((language ?? 'en') as never) ?? new Set();
  const names = [...read.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const all = wordsOf(run);
    const words = all.filter(
      (word, at) =>
        !grammar.has(withoutAccents(word.toLowerCase())) &&
        (at < all.length - 1 || !isCalendarName(word.toLowerCase())),
    );
    // A word of grammar before a single one begins the sentence: "In Berlin".
    const isFirst = words.length === all.length && BEGINNING.test(read.slice(Math.max(0, index - 8), index));
    return words.length > 1 || /\d/.test(run) || !(language === 'de' || isFirst) ? words : [];
  });
  return new Set([...codesOf(read), ...names]);
}
