import type { Language } from './language-of.ts';
import { newStemmer, type Stemmer } from 'snowball-stemmers';

const CACHE_LIMIT = 50_000;
const ALGORITHMS = {
  en: 'english',
  de: 'german',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
} as const;
type LatinLanguage = keyof typeof ALGORITHMS;

interface CachedStemmer {
  readonly stemmer: Stemmer;
  readonly cache: Map<string, string>;
}

const cached = (algorithm: string): CachedStemmer => ({ stemmer: newStemmer(algorithm), cache: new Map() });
const russian = cached('russian');
const latin = new Map<string, CachedStemmer>(
  Object.entries(ALGORITHMS).map(([language, algorithm]) => [language, cached(algorithm)]),
);

/**
 * The stem of a lower-cased word, by Snowball: Russian for Cyrillic, and the language of the text for Latin letters. The rules of
 * English (Porter2) are applied where the language is unknown or has none of its own: a word still has the same stem in the index
 * and in the query. Any other word, and any word with a digit or an underscore, is returned unchanged.
 */
export function stem(word: string, language: Language | null): string {
  if (word.length < 3) return word;
  if (/^\p{Script=Latin}+$/u.test(word)) return stemBy(stemmerOf(language), word);
  return /^\p{Script=Cyrillic}+$/u.test(word) ? stemBy(russian, word) : word;
}

/** The stems of a word by the rules of all languages with Latin letters. */
export const stemsInAnyLanguage = (word: string): string[] => [
  ...new Set((Object.keys(ALGORITHMS) as LatinLanguage[]).map((language) => stem(word, language))),
];

function stemmerOf(language: Language | null): CachedStemmer {
  const found = latin.get(language ?? 'en') ?? latin.get('en');
  if (found === undefined) throw new Error('No stemmer for English');
  return found;
}

function stemBy({ stemmer, cache }: CachedStemmer, word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stemmed = stemmer.stem(word);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, stemmed);
  return stemmed;
}
