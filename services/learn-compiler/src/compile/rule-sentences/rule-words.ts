import { areSimilar, isShare } from '../text/similar-lists.ts';
import { compareText } from '../text/words.ts';
import { ENGLISH, MODAL_LANGUAGES, type ModalLanguage } from './modal-languages.ts';

/** What a sentence says, without the form in which it says it. */
export interface RuleWords {
  language: ModalLanguage;
  /** Whether it denies something; otherwise it demands something. */
  denies: boolean;
  /** Stems of its words with content, and its numbers: sorted, without duplicates. */
  stems: string[];
}

/**
 * Words are compared by their first letters. That serves many languages nearly as well as stemming (P. McNamee and
 * J. Mayfield, "Character n-gram tokenization for European language text retrieval", 2004).
 */
const STEM_LETTERS = 5;

const wordsOf = (text: string): string[] => text.replace(/<[a-z]+>/g, ' ').match(/\p{L}+|\p{N}+/gu) ?? [];

/** The language of which a sentence has the most function words. */
function languageOf(words: readonly string[]): ModalLanguage {
  const counts = MODAL_LANGUAGES.map(({ functionWords }) => words.filter((word) => functionWords.has(word)).length);
  return MODAL_LANGUAGES[counts.indexOf(Math.max(...counts))] ?? ENGLISH;
}

/** Reads a sentence with modal force; null for a sentence without. */
export function readRuleWords(sentence: string): RuleWords | null {
  const text = sentence.toLowerCase();
  const words = wordsOf(text);
  const language = languageOf(words);
  const denies = language.denies.test(text);
  if (!denies && !language.demands.test(text)) return null;
  const stems = new Set(
    words
      .filter((word) => (word.length > 1 || /\p{N}/u.test(word)) && !language.functionWords.has(word))
      .map((word) => word.slice(0, STEM_LETTERS)),
  );
  return { language, denies, stems: [...stems].sort(compareText) };
}

/** Share of content words that two statements of one rule have in common (Jaccard index). */
const SAME_RULE = 0.6;
const numbersOf = ({ stems }: RuleWords): string => stems.filter((stem) => /^\p{N}/u.test(stem)).join(' ');

/** Sentences state one rule only if this is equal: whether they deny, and their numbers. */
export const stanceOf = (words: RuleWords): string => `${words.denies ? 'not' : ''} ${numbersOf(words)}`;

/** Whether two sentences of one stance with so many stems in common state one rule. */
export const areSameWords = (a: RuleWords, b: RuleWords, shared: number): boolean =>
  shared > 0 && isShare(shared, a.stems, b.stems, SAME_RULE);

/** Whether two sentences state one rule: equal polarity and numbers, and mostly the same content words. */
export const statesTheSame = (a: RuleWords, b: RuleWords): boolean =>
  a.denies === b.denies && areSimilar(a.stems, b.stems, SAME_RULE) && stanceOf(a) === stanceOf(b);
