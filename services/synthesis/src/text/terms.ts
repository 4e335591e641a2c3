import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { words } from './words.ts';

/** More terms say little more about the subject of a text; the index keeps the first ones. */
export const MAX_TERMS = 2_000;

/**
 * The search terms of a text: stems of its words without stop words, in order and with repetition, at most 2,000. Index
 * and query both use this function.
 */
export function terms(text: string): string[] {
  return stems(words(text));
}

/** The search terms of a text that is already split into words. */
export function stems(textWords: readonly string[]): string[] {
  return textWords
    .filter((word) => !STOP_WORDS.has(word))
    .slice(0, MAX_TERMS)
    .map(stem);
}
