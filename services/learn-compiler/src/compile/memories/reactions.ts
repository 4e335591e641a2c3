import { withoutAccents, type AlphabetLanguage } from '@strata/languages/function-words';
import { isRelative } from '@strata/languages/relatives';
import { AGREES, formsOf, isEmptyWord, withoutApostrophes, wordsOf } from './small-talk.ts';
import { PRAISE, REACTION, SMALL_TALK } from './small-talk-words.ts';

/** At least this share of the words of a reaction says nothing by itself. */
const LEAST_EMPTY = 0.6;
/** The same, of a reaction that praises. */
const LEAST_EMPTY_OF_PRAISE = 0.4;
/** A long sentence with no more than one other word says little. */
const WORDS_OF_A_VAGUE_SENTENCE = 8;
const THANKS =
  /^(?:\p{L}+[,!] )?(?:many |vielen |muchas |mil )?(?:thanks?|thx|danke?|gracias|merci|grazie|obrigad[oa]|bedankt)(?!\p{L})/iu;
/** Perhaps the name of who is spoken to, after a word: "Yeah Tom, …", "Wow, Ida!", "That is great, Ida." */
const NAME_AFTER = /(?<!\p{L})(\p{L}+)(,| (?<=^\p{L}+ )) ?\p{Lu}[\p{L}\p{M}]+(?:(?=\s*([,!]))|(?=[.?…]?$))/gu;
/** Words that point to what was said, by language, without accents. */
const POINTING: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map([
  ['en', new Set(['that', 'this', 'it', 'those', 'these'])],
  ['de', new Set(['das', 'dass', 'dies', 'diese', 'dieser', 'dieses', 'es'])],
  ['es', new Set(['eso', 'esto', 'ese', 'esa', 'este', 'esta', 'que'])],
  ['fr', new Set(['ca', 'cela', 'ce', 'cet', 'cette', 'que', 'c'])],
  ['it', new Set(['questo', 'questa', 'quello', 'quella', 'che'])],
  ['pt', new Set(['isso', 'isto', 'esse', 'essa', 'este', 'esta', 'que'])],
  ['nl', new Set(['dat', 'dit', 'die', 'deze', 'het'])],
]);

/** By language the words for who speaks and for who is spoken to. */
const PERSONS: ReadonlyMap<AlphabetLanguage, { readonly self: RegExp; readonly other: RegExp }> = new Map([
  [
    'en',
    persons(
      'i|im|ive|me|my|mine|myself|we|us|our|ours|ourselves',
      'you|your|yours|yourself|yourselves|u|ur|youre|ya|yall',
    ),
  ],
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

/** Whether a sentence among people only thanks, or praises or cheers a person and this person's news. It names nothing. */
export function isReaction(text: string, languages: readonly AlphabetLanguage[]): boolean {
  const sentence = withoutApostrophes(withoutAddressee(text));
  return languages.some((language) => reactsIn(sentence, language));
}

function reactsIn(sentence: string, language: AlphabetLanguage): boolean {
  const words = wordsOf(sentence);
  const others = words.filter((word) => tells(word, language));
  if (others.length === 0) return words.some((word) => reacts(word, language));
  if (namesSomething(sentence, language) || tellsOfSpeaker(sentence, language)) return false;
  if (THANKS.test(sentence)) return true;
  if (others.some(isRelative)) return false;
  if (words.length >= WORDS_OF_A_VAGUE_SENTENCE && others.length === 1) return true;
  const empty = 1 - others.length / words.length;
  if (words.some((word) => PRAISE.get(language)?.has(word))) return empty >= LEAST_EMPTY_OF_PRAISE;
  return empty >= LEAST_EMPTY && PERSONS.get(language)?.other.test(withoutAccents(sentence)) === true;
}

/** Whether a word names who speaks: "I", "my", "wir". */
export const namesSpeaker = (sentence: string, languages: readonly AlphabetLanguage[]): boolean =>
  languages.some((language) => PERSONS.get(language)?.self.test(withoutAccents(withoutApostrophes(sentence))));

/**
 * Whether a word for who speaks is followed by more than a feeling or an opinion: "I moved", "my brother"; not "I am so glad" or
 * "I am sure you like Lima".
 */
export function tellsOfSpeaker(sentence: string, language: AlphabetLanguage): boolean {
  const words = wordsOf(withoutApostrophes(sentence));
  const { self, other } = PERSONS.get(language) ?? {};
  const isOfOthers = (word: string): boolean =>
    other?.test(word) === true || POINTING.get(language)?.has(word) === true;
  // Goes through the words from the last to the first: a word for the speaker counts if something is said behind it.
  let isTelling = false;
  for (const word of words.toReversed()) {
    if (isTelling && self?.test(word) === true) return true;
    if (isOfOthers(word)) isTelling = false;
    else if (tells(word, language)) isTelling = true;
  }
  return false;
}

/** Without the name of who is spoken to. After a word that agrees, a name at the end may be an answer: "Yes, Lima." */
const withoutAddressee = (sentence: string): string =>
  sentence
    .replace(/^(\p{Lu}[\p{L}\p{M}]+), (?=\p{L})/u, (whole, name: string) => (isEmptyAnywhere(name) ? whole : ''))
    .replace(NAME_AFTER, (whole: string, before: string, _between: string, end: string | undefined) =>
      isEmptyAnywhere(before) && (end !== undefined || !AGREES.test(before)) ? before : whole,
    );

const isEmptyAnywhere = (word: string): boolean => {
  const [plain = ''] = wordsOf(word);
  return [...SMALL_TALK.keys()].some((language) => !tells(plain, language));
};

/** A capital within a sentence, except in German. */
const namesSomething = (sentence: string, language: AlphabetLanguage): boolean =>
  language !== 'de' && /(?<=[\p{L},;:] )\p{Lu}\p{L}+/u.test(sentence);

const tells = (word: string, language: AlphabetLanguage): boolean =>
  !isEmptyWord(word, language) && !isIn(REACTION, word, language);

const reacts = (word: string, language: AlphabetLanguage): boolean =>
  isIn(SMALL_TALK, word, language) || isIn(REACTION, word, language);

const isIn = (
  list: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>>,
  word: string,
  language: AlphabetLanguage,
): boolean => formsOf(word, language).some((form) => list.get(language)?.has(form));
