import { COMMON_WORDS, FUNCTION_WORDS, withoutAccents, type AlphabetLanguage } from './function-words.ts';

/** A language that can be detected, as in ISO 639-1. */
export type Language = AlphabetLanguage | 'zh' | 'ja' | 'ko';

/** In characters: the beginning of a text shows its language. */
const READ = 2_000;
const WORD = /[\p{L}\p{M}]+/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const HAN = /\p{Script=Han}/gu;
/** About how many letters a word has. */
const UNSPACED_WORD = 2;
const ALPHABETIC_WORD = 5;
const LETTER = /\p{L}/gu;
/** Letters and elisions that one language has and most others lack. */
const HINTS: readonly (readonly [AlphabetLanguage, RegExp])[] = [
  ['de', /[ßäöü]/u],
  ['es', /[ñ¿¡áíóú]/u],
  ['fr', /[çèêœàù]|(?<!\p{L})(?:[cdjlmnst]|qu)['’]\p{L}{2}/u],
  ['it', /[èìò]|(?<!\p{L})(?:un|\p{L}*ll)['’]\p{L}/u],
  ['pt', /[ãõçâê]/u],
  ['nl', /(?<!\p{L})ij|ij(?!\p{L}|i)|\p{L}ijk/u],
];
const HINT = 0.6;
const TELLING_LETTERS = new Set(['i', 'y']);
/** Prose has at least this share of function words and common words; code has fewer. */
const LEAST_KNOWN = 0.2;

/**
 * The language that a text is written in, null if it shows none. Chinese, Japanese and Korean have their scripts. Of the others, each
 * function word is a vote, shared by the languages that have it, and typical letters are more than half of one; equal votes go to
 * English.
 */
export function languageOf(text: string): Language | null {
  const read = text.slice(0, READ);
  if (last.read !== read) last = { read, language: languageOfScript(read) ?? languageOfWords(read.toLowerCase()) };
  return last.language;
}

/** The last text and its language: several readers ask for the language of one text, one after the other. */
let last: { readonly read: string; readonly language: Language | null } = { read: '', language: null };

function languageOfScript(text: string): Language | null {
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const kana = count(KANA);
  const hangul = count(HANGUL);
  const han = count(HAN);
  const unspaced = kana + hangul + han;
  if (unspaced === 0) return null;
  if (unspaced / UNSPACED_WORD < (count(LETTER) - unspaced) / ALPHABETIC_WORD) return null;
  if (hangul > kana + han) return 'ko';
  if (kana > 0) return 'ja';
  return han > 0 ? 'zh' : null;
}

function languageOfWords(text: string): Language | null {
  const votes = new Map<AlphabetLanguage, number>();
  const known = new Map<AlphabetLanguage, number>();
  const add = (counts: Map<AlphabetLanguage, number>, language: AlphabetLanguage, weight: number): unknown =>
    counts.set(language, (counts.get(language) ?? 0) + weight);
  const words = text.match(WORD) ?? [];
  for (const word of words) {
    const languages = LANGUAGES_OF.get(withoutAccents(word)) ?? [];
    for (const language of languages) {
      add(votes, language, 1 / languages.length);
      add(known, language, 1);
    }
  }
  for (const [language, letters] of HINTS) if (letters.test(text)) add(votes, language, HINT);
  let best: AlphabetLanguage | null = null;
  for (const language of FUNCTION_WORDS.keys())
    if ((votes.get(language) ?? 0) > (best === null ? 0 : (votes.get(best) ?? 0))) best = language;
  const share = best === null ? 0 : (known.get(best) ?? 0) / words.length;
  return best === 'en' || share >= LEAST_KNOWN ? best : null;
}

/** A word of one letter says little: it may be a variable or what an elision left. */
const LANGUAGES_OF = new Map<string, AlphabetLanguage[]>();
for (const lists of [FUNCTION_WORDS, COMMON_WORDS])
  for (const [language, words] of lists)
    for (const word of words)
      if (word.length > 1 || TELLING_LETTERS.has(word))
        LANGUAGES_OF.set(word, [...new Set([...(LANGUAGES_OF.get(word) ?? []), language])]);
