import { GRAMMAR_WORDS } from '@strata/languages/function-words';
import { languageOf, type Language } from '@strata/languages/language-of';
import { singleCharacters } from './unspaced-words.ts';
import { stem } from '@strata/languages/stem';
import { words } from './words.ts';

/** More terms say little more about the subject of a text; the index keeps the first ones. */
export const MAX_TERMS = 2_000;

/**
 * The search terms of a text: stems of its words, by the rules of its language, without the stop words of English, in order and
 * with repetition, at most 2,000; then the Chinese characters that can be words.
 */
export function terms(text: string, language = languageOf(text)): string[] {
  const found = stems(words(text), language);
  return [...found, ...singleCharacters(text)].slice(0, MAX_TERMS);
}

/** The search terms of a text that is already split into words. */
export function stems(textWords: readonly string[], language: Language | null): string[] {
  return textWords
    .filter((word) => !GRAMMAR_WORDS.has(word))
    .slice(0, MAX_TERMS)
    .map((word) => stem(word, language));
}
