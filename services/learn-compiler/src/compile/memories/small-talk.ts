import { FUNCTION_WORDS, withoutAccents, type AlphabetLanguage } from '@strata/languages/function-words';
import { languageOf } from '@strata/languages/language-of';
import { PRAISE, SMALL_TALK, UNSPACED_SMALL_TALK } from './small-talk-words.ts';

const CONTENT = /[\p{N}[\]{}<>@/\\]/u;
const LONGEST_EMOJI = 20;
/** A longer message says something, whatever its words. */
const MAX_WORDS = 60;
const MOST_WORDS_OF_AN_ANSWER = 6;
/** A longer reaction tells something beside. */
const MAX_WORDS_OF_A_REACTION = 16;
const MAX_WORDS_OF_AN_EXCLAMATION = 8;
const MOST_OTHER_WORDS_OF_PRAISE = 3;
/** "No, I do not" answers what was asked. */
const ANSWER =
  /^(?:yes|yeah|yep|no|nope|not|ja|nein|doch|s[íi]|no|oui|non|si|sim|não|nee)(?!\p{L}).*(?<!\p{L})(?:i|we|it|they|he|she|ich|wir|es|yo|nosotros|je|j|nous|io|noi|eu|nós|ik|wij|we)(?!\p{L})/iu;
const NEGATIVE_ANSWER = /^(?:no|nope|nah)(?!\p{L})[,.!]? .*(?<!\p{L})(?:never|not|\p{L}+n t|none|nobody)(?!\p{L})/iu;
/** How somebody wants things done, said in the commonest words. */
const RULE = /^(?:please )?(?:always|never|from now on)(?!\p{L})/iu;
/** Perhaps the name of who is spoken to: "Thanks, Ida!", "Hey Ida,". */
const ADDRESSED = /(?<!\p{L})(\p{L}+)(,?) (\p{Lu}[\p{L}\p{M}]+)(?=\s*[,.!?…]|$)/gu;
/** Beside one of these, a name may be an answer: "Yes, Lima." */
const AGREES =
  /^(?:yes|yeah|yep|no|nope|ok|okay|right|exactly|maybe|perhaps|well|sure|true|ja|nein|s[íi]|oui|non|sim|não|nee|genau|claro|exacto|exact|vero|certo)$/iu;

/** By language the words for who speaks and for who is spoken to. */
const PERSONS: ReadonlyMap<AlphabetLanguage, { readonly self: RegExp; readonly other: RegExp }> = new Map([
  ['en', persons('i|im|ive|me|my|mine|we|us|our|ours', 'you|your|yours|u|ur|youre|ya')],
  ['de', persons('ich|mich|mir|mein\\p{L}*|wir|uns|unser\\p{L}*', 'du|dich|dir|dein\\p{L}*|ihr|euch|euer|eure\\p{L}*')],
  ['es', persons('yo|me|mi|mis|mio|mia|nosotros|nos|nuestr\\p{L}+', 'tu|te|ti|tus|tuyo|usted|ustedes|vosotros|os')],
  ['fr', persons('je|j|me|m|moi|mon|ma|mes|nous|notre|nos', 'tu|te|t|toi|ton|ta|tes|vous|votre|vos')],
  ['it', persons('io|mi|me|mio|mia|miei|mie|noi|ci|nostr\\p{L}+', 'tu|ti|te|tuo|tua|tuoi|tue|voi|vi|vostr\\p{L}+')],
  ['pt', persons('eu|me|mim|meu|meus|minha|minhas|nos|noss\\p{L}+', 'tu|te|ti|teu|tua|voce|voces|vos|vosso')],
  ['nl', persons('ik|me|mij|mijn|we|wij|ons|onze', 'je|jij|jou|jouw|jullie|u|uw')],
]);

function persons(self: string, other: string): { self: RegExp; other: RegExp } {
  const whole = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
  return { self: whole(self), other: whole(other) };
}

/**
 * Whether a message only greets, thanks, cheers, reacts, closes or asks how things are. A number, an attachment or any word that
 * is not of that kind makes it more. A message of words of grammar alone is an answer.
 *
 * Among people (`isAmongPeople`), so does what only praises who is spoken to, or what they told.
 */
export function isSmallTalk(text: string, isAmongPeople = false): boolean {
  const said = text.replace(/<3/gu, '').trim();
  if (CONTENT.test(said)) return false;
  if (UNSPACED_SMALL_TALK.test(said)) return true;
  const plain = said.replace(/[’']/gu, ' ');
  const words = wordsOf(plain);
  if (words.length === 0) return !/\p{Extended_Pictographic}/u.test(said) || said.length < LONGEST_EMOJI;
  if (words.length > MAX_WORDS || RULE.test(said) || isAnswer(plain, words.length)) return false;
  const language = languageOf(said);
  const candidates = [...SMALL_TALK.keys()].filter((one) => language === null || one === language);
  if (candidates.some((one) => isEmpty(plain, one))) return true;
  return (
    isAmongPeople &&
    candidates.some((one) =>
      plain
        .split(/(?<=[.!?…])\s+|\s+[-–—]+\s+/u)
        .every((sentence) => isEmpty(sentence, one) || isPraise(sentence, one)),
    )
  );
}

const isAnswer = (plain: string, length: number): boolean =>
  (length <= MOST_WORDS_OF_AN_ANSWER && ANSWER.test(plain)) || NEGATIVE_ANSWER.test(plain);

/** Words of small talk and of grammar alone, or a question in words of grammar. */
function isEmpty(sentence: string, language: AlphabetLanguage): boolean {
  const unnamed = sentence.replace(ADDRESSED, (whole: string, before: string) => (greets(before) ? before : whole));
  const words = wordsOf(unnamed);
  return (
    words.every((word) => isEmptyWord(word, language)) &&
    (sentence.includes('?') || words.some((word) => SMALL_TALK.get(language)?.has(word)))
  );
}

/** Praise of who is spoken to, or of what they told, that says nothing of who speaks and names nothing. */
function isPraise(sentence: string, language: AlphabetLanguage): boolean {
  const { self, other } = PERSONS.get(language) ?? {};
  const bare = withoutAccents(sentence);
  const words = wordsOf(sentence);
  return (
    words.length <= MAX_WORDS_OF_A_REACTION &&
    self?.test(bare) !== true &&
    !sentence.includes('?') &&
    !namesSomething(sentence, language) &&
    words.some((word) => PRAISE.get(language)?.has(word)) &&
    words.filter((word) => !isEmptyWord(word, language)).length <= MOST_OTHER_WORDS_OF_PRAISE &&
    (other?.test(bare) === true || (words.length <= MAX_WORDS_OF_AN_EXCLAMATION && sentence.trimEnd().endsWith('!')))
  );
}

/** A capital within a sentence, except in German and in the name of who is spoken to. */
const namesSomething = (sentence: string, language: AlphabetLanguage): boolean =>
  language !== 'de' &&
  /(?<=[\p{L},;:] )\p{Lu}\p{L}+/u.test(
    sentence.replace(ADDRESSED, (whole: string, before: string) => (greets(before) ? before : whole)),
  );

const greets = (word: string): boolean =>
  !AGREES.test(word) && [...SMALL_TALK.values()].some((words) => words.has(withoutAccents(word.toLowerCase())));

const wordsOf = (text: string): string[] => withoutAccents(text.toLowerCase()).match(/\p{L}+/gu) ?? [];

/** A letter alone is what an apostrophe left. */
const isEmptyWord = (word: string, language: AlphabetLanguage): boolean =>
  word.length === 1 || (language === 'en' ? englishForms(word) : [word]).some((form) => isListed(form, language));

const isListed = (word: string, language: AlphabetLanguage): boolean =>
  (SMALL_TALK.get(language)?.has(word) ?? false) || (FUNCTION_WORDS.get(language)?.has(word) ?? false);

/** A word, and it without an ending or a negation: "believing", "did" of "didn't". */
function englishForms(word: string): string[] {
  const bare = word.replace(/(?:ing|s)$/u, '');
  return [word, bare, `${bare}e`, word.replace(/n$/u, ''), ENGLISH_REST.has(word) ? 'not' : word];
}

/** What an apostrophe leaves of other words. */
const ENGLISH_REST = new Set(['ll', 're', 've', 'ain', 'won', 'don']);
