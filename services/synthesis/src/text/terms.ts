import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { words } from './words.ts';

/** More terms than this say no more about what a text is on; the index keeps the first ones. */
export const MAX_TERMS = 2_000;

/**
 * The search terms of a text: stems of its words without stop words, in order and with repetition, at most 2,000. One and the same
 * function makes them at index time and at query time.
 */
export function terms(text: string): string[] {
  return stems(words(text));
}

/** The search terms among words that are at hand already. */
export function stems(ofWords: readonly string[]): string[] {
  return ofWords
    .filter((word) => !STOP_WORDS.has(word))
    .slice(0, MAX_TERMS)
    .map(stem);
}
