import { FUNCTION_WORDS, withoutAccents, type AlphabetLanguage } from '@strata/languages/function-words';
import { languageOf } from '@strata/languages/language-of';
import { isUnspacedSmallTalk, SMALL_TALK } from './small-talk-words.ts';

export const CONTENT = /[\p{N}[\]{}<>@/\\]/u;
const LONGEST_EMOJI = 20;
/** A longer message says something, whatever its words. */
const MAX_WORDS = 60;
const MOST_WORDS_OF_AN_ANSWER = 6;
/** "No, I do not" answers what was asked. */
const ANSWER =
  /^(?:yes|yeah|yep|no|nope|not|ja|nein|doch|s[íi]|no|oui|non|si|sim|não|nee)(?!\p{L}).*(?<!\p{L})(?:i|we|it|they|he|she|ich|wir|es|yo|nosotros|je|j|nous|io|noi|eu|nós|ik|wij|we)(?!\p{L})/iu;
const NEGATIVE_ANSWER =
  /^(?:no|nope|nah)(?!\p{L})(?! (?:problem|worries|doubt|way)(?!\p{L}))[,.!]? .*(?<!\p{L})(?:never|not|\p{L}+n t|none|nobody)(?!\p{L})/iu;
/** How somebody wants things done, said in the commonest words. */
export const RULE =
  /^(?:please )?(?:always|never|from now on)(?!\p{L})(?! (?:here|there|good|great|nice|happy|glad|fun|a pleasure|say never|give up)(?!\p{L}))/iu;
/** Perhaps the name of who is spoken to: "Thanks, Ida!", "Hey Ida,". */
const ADDRESSED = /(?<!\p{L})(\p{L}+)(,?) (\p{Lu}[\p{L}\p{M}]+)(?=\s*[,.!?…]|$)/gu;
/** Beside one of these, a name may be an answer: "Yes, Lima." */
export const AGREES =
  /^(?:yes|yeah|yep|no|nope|ok|okay|right|exactly|maybe|perhaps|well|sure|true|ja|nein|s[íi]|oui|non|sim|não|nee|genau|claro|exacto|exact|vero|certo)$/iu;

/**
 * Whether a message only greets, thanks, cheers, reacts, closes or asks how things are. A number, an attachment or any word that
 * is not of that kind makes it more. A message of words of grammar alone is an answer.
 */
export function isSmallTalk(text: string): boolean {
  const said = text.replace(/<3/gu, '').trim();
  if (CONTENT.test(said)) return false;
  if (isUnspacedSmallTalk(said)) return true;
  const plain = withoutApostrophes(said);
  const words = wordsOf(plain);
  if (words.length === 0) return !/\p{Extended_Pictographic}/u.test(said) || said.length < LONGEST_EMOJI;
  if (words.length > MAX_WORDS || RULE.test(said) || isAnswer(plain, words.length)) return false;
  return languagesOf(said).some((one) => isEmpty(plain, one));
}

/** Those in whose words a text may be small talk: its own, or all if that is not known. */
export function languagesOf(text: string): AlphabetLanguage[] {
  const language = languageOf(text);
  return [...SMALL_TALK.keys()].filter((one) => language === null || one === language);
}

export const withoutApostrophes = (text: string): string => text.replace(/[’']/gu, ' ');

export const isAnswer = (plain: string, length: number): boolean =>
  (length <= MOST_WORDS_OF_AN_ANSWER && ANSWER.test(plain)) || NEGATIVE_ANSWER.test(plain);

/** Words of small talk and of grammar alone, or a question in words of grammar. */
export function isEmpty(sentence: string, language: AlphabetLanguage): boolean {
  const unnamed = sentence.replace(ADDRESSED, (whole: string, before: string) => (greets(before) ? before : whole));
  const words = wordsOf(unnamed);
  return (
    words.every((word) => isEmptyWord(word, language)) &&
    (sentence.includes('?') || words.some((word) => SMALL_TALK.get(language)?.has(word)))
  );
}

const greets = (word: string): boolean =>
  !AGREES.test(word) && [...SMALL_TALK.values()].some((words) => words.has(withoutAccents(word.toLowerCase())));

/** A letter that is drawn out counts once: "awww". */
export const wordsOf = (text: string): string[] =>
  withoutAccents(text.toLowerCase())
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .match(/\p{L}+/gu) ?? [];

/** A word as a list may have it. */
export const formsOf = (word: string, language: AlphabetLanguage): string[] =>
  language === 'en' ? englishForms(word) : [word];

/** A letter alone is what an apostrophe left. */
export const isEmptyWord = (word: string, language: AlphabetLanguage): boolean =>
  word.length === 1 || formsOf(word, language).some((form) => isListed(form, language));

const isListed = (word: string, language: AlphabetLanguage): boolean =>
  (SMALL_TALK.get(language)?.has(word) ?? false) || (FUNCTION_WORDS.get(language)?.has(word) ?? false);

/** A word, and it without an ending or a negation: "believing", "did" of "didn't". */
function englishForms(word: string): string[] {
  const bare = word.replace(/(?:ing|s)$/u, '');
  return [word, bare, `${bare}e`, word.replace(/n$/u, ''), ENGLISH_REST.has(word) ? 'not' : word];
}

/** What an apostrophe leaves of other words. */
const ENGLISH_REST = new Set(['ll', 're', 've', 'ain', 'won', 'don']);
