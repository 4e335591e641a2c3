import { newStemmer } from 'snowball-stemmers';

const CACHE_LIMIT = 50_000;
const english = newStemmer('english');
const russian = newStemmer('russian');
const cache = new Map<string, string>();

/**
 * The stem of a lower-cased word, by Snowball: English (Porter2) for Latin letters, Russian for Cyrillic. Any other word,
 * and any word with a digit or an underscore, is returned unchanged.
 *
 * The English rules are applied to Latin words of other languages too. That costs little, as long as a word has the same
 * stem in the index and in the query.
 */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stemmed = stemByScript(word);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, stemmed);
  return stemmed;
}

function stemByScript(word: string): string {
  if (word.length < 3) return word;
  if (/^\p{Script=Latin}+$/u.test(word)) return english.stem(word);
  if (/^\p{Script=Cyrillic}+$/u.test(word)) return russian.stem(word);
  return word;
}
