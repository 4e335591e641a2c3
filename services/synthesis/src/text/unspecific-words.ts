import type { Language } from '@strata/languages/language-of';
import { ASKING_WORDS, FUNCTION_WORDS, withoutAccents } from '@strata/languages/function-words';

/** What people are addressed with. Whom a title belongs to says the name. */
const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss mister dr prof professor sir madam herr herrn frau fraulein senor senora senorita sr sra monsieur madame mme mlle signor signora'.split(
    ' ',
  ),
);

/**
 * Those of a query's lower-cased words that say nothing about its subject: of English the words to ask with, since the search
 * terms are without its stop words; of another language its words of grammar too. A word that means something else in another
 * language keeps its weight.
 */
export function unspecificWords(queryWords: readonly string[], language: Language | null): Set<string> {
  const listed = FUNCTION_WORDS.get(language as never);
  const known = language === 'en' || listed === undefined ? ASKING_WORDS : listed;
  const bare = queryWords.map(withoutAccents);
  const isListed = (i: number): boolean => known.has(bare[i] ?? '') || TITLES.has(bare[i] ?? '');
  // "Puis-je" gives "puisje", "puis" and "je".
  const isJoined = (i: number): boolean =>
    isListed(i + 1) && isListed(i + 2) && bare[i] === `${bare[i + 1] ?? ''}${bare[i + 2] ?? ''}`;
  return new Set(queryWords.filter((_, i) => isListed(i) || isJoined(i)));
}
