import { languageOf, type Language } from '@strata/languages/language-of';
import { GRAMMAR_WORDS } from '@strata/languages/function-words';
import { stem, stemsInAnyLanguage } from '@strata/languages/stem';
import { relatedTerms } from './related-terms.ts';
import { hasUnspaced, unspacedQueryTerms } from './unspaced-words.ts';
import { words } from './words.ts';

/** Where French and Italian attach words of grammar: "j'habite", "est-ce", "dell'anno". */
const ATTACHED =
  /['’](?<=(?<!\p{L})(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|\p{L}*ll).)(?=\p{L})|-(?=(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|moi|toi)(?!\p{L}))/giu;

/** What to find a query by. */
export interface QueryTerms {
  readonly language: Language | null;
  /** All its words, lower-cased, in order. */
  readonly words: readonly string[];
  /** Distinct stems of its words, by the rules of its language, without stop words, in order. */
  readonly terms: readonly string[];
  /** Other stems of the same words, by term. */
  readonly forms: ReadonlyMap<string, readonly WordForm[]>;
  /** The terms of related words, by term (`related-terms`). */
  readonly related: ReadonlyMap<string, readonly string[]>;
}

/** Another stem of a word of the query. */
export interface WordForm {
  readonly stem: string;
  /** From the rules of a language that may not be meant: it counts only if nothing has the word's other stems. */
  readonly isGuess: boolean;
}

/**
 * The terms of a query. The index holds stems by the rules of the language that each text is in, and those of English where that
 * was not known, so a word has several forms: by the query's language and by English; of a name, and of a word where the query's
 * language is not known, those of all languages.
 */
export function queryTerms(text: string, language = languageOf(text)): QueryTerms {
  const query = language === 'fr' || language === 'it' ? text.replace(ATTACHED, ' ') : text;
  const queryWords = words(query);
  const names = namesIn(query);
  const unspaced = unspacedQueryTerms(query);
  const found = new Set<string>();
  const forms = new Map<string, Map<string, WordForm>>();
  for (const word of queryWords) {
    if (GRAMMAR_WORDS.has(word)) continue;
    if (unspaced.length > 0 && hasUnspaced(word)) continue;
    const term = stem(word, language);
    found.add(term);
    addForm(stem(word, 'en'), term, false);
    if (language === null || names.has(word)) for (const guess of stemsInAnyLanguage(word)) addForm(guess, term, true);
  }
  for (const term of unspaced) found.add(term);
  return {
    language,
    words: queryWords,
    terms: [...found],
    forms: new Map([...forms].map(([term, others]) => [term, [...others.values()]])),
    related: relatedTerms(queryWords, unspaced, language),
  };

  function addForm(form: string, term: string, isGuess: boolean): void {
    if (form === term) return;
    const others = forms.get(term) ?? new Map<string, WordForm>();
    if (!others.has(form)) others.set(form, { stem: form, isGuess });
    forms.set(term, others);
  }
}

/** Lower-cased words with a capital inside a sentence: in most languages they are names. */
const namesIn = (query: string): Set<string> =>
  new Set([...query.matchAll(/(?<=[\p{L}\p{N},;:] )\p{Lu}[\p{L}\p{M}]+/gu)].flatMap(([name]) => words(name)));
