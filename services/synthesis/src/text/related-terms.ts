import { attributeOf, isUnspaced, wordsOfAttribute } from '@strata/languages/attributes';
import { GRAMMAR_WORDS } from '@strata/languages/function-words';
import type { Language } from '@strata/languages/language-of';
import { stem } from '@strata/languages/stem';
import { unspacedQueryTerms } from './unspaced-words.ts';

/** People speak of these with anything, so their words say little about what an answer speaks of. */
const TOO_GENERAL = new Set(['preference', 'favourite']);
/** The beginning of a stem that is a word of its own: letters, and their share of the stem. */
const SHORTEST_BEGINNING = 5;
const BEGINNING_SHARE = 0.5;
/** More words of a query are an error or a text: their own terms say enough. */
const MOST_WORDS = 32;

/**
 * By each term of a query the terms of related words: of words that speak of the same attribute ("employer" and "work"), and of
 * words that begin alike ("alergias" and "alérgico", "Arbeitgeber" and "Arbeit"). A text that holds one may be the answer.
 */
export function relatedTerms(
  words: readonly string[],
  unspaced: readonly string[],
  language: Language | null,
): ReadonlyMap<string, readonly string[]> {
  const related = new Map<string, readonly string[]>();
  const spoken = language ?? 'en';
  if (words.length > MOST_WORDS) return related;
  for (const word of isUnspaced(spoken) ? unspaced : words) {
    if (GRAMMAR_WORDS.has(word)) continue;
    const term = isUnspaced(spoken) ? word : stem(word, language);
    const others = new Set([...ofAttribute(word, spoken), ...beginningsOf(term)]);
    others.delete(term);
    if (others.size > 0) related.set(term, [...others]);
  }
  return related;
}

function ofAttribute(word: string, language: Language | 'en'): string[] {
  if (TOO_GENERAL.has(attributeOf(word, language) ?? '')) return [];
  const words = wordsOfAttribute(word, language);
  return isUnspaced(language) ? words.flatMap(unspacedQueryTerms) : words.map((other) => stem(other, language));
}

/** Stems that a stem begins with, and the one with the ending that most stemmers leave on nouns ("allergic", "allergy"). */
function beginningsOf(term: string): string[] {
  if (!/^\p{Script=Latin}+$/u.test(term) || term.length < SHORTEST_BEGINNING) return [];
  const shortest = Math.max(SHORTEST_BEGINNING, Math.ceil(BEGINNING_SHARE * term.length));
  const lengths = Array.from({ length: Math.max(0, term.length - shortest) }, (_, i) => shortest + i);
  return [...lengths.map((length) => term.slice(0, length)), `${term}i`];
}
