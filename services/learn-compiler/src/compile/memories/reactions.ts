import { withoutAccents, type AlphabetLanguage } from '@strata/languages/function-words';
import { isRelative } from '@strata/languages/relatives';
import { AGREES, formsOf, isEmptyWord, withoutApostrophes, wordsOf } from './small-talk.ts';
import { ENCOURAGEMENT, PRAISE, REACTION, SMALL_TALK } from './small-talk-words.ts';

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
/** Words that point to what was said, by language, without accents. "This" is left out: "I got this deal" tells of a deal. */
const POINTING: ReadonlyMap<AlphabetLanguage, ReadonlySet<string>> = new Map([
  ['en', new Set(['that', 'it', 'those'])],
  ['de', new Set(['das', 'dass', 'dies', 'diese', 'dieser', 'dieses', 'es'])],
  ['es', new Set(['eso', 'esto', 'ese', 'esa', 'este', 'esta', 'que'])],
  ['fr', new Set(['ca', 'cela', 'ce', 'cet', 'cette', 'que', 'c'])],
  ['it', new Set(['questo', 'questa', 'quello', 'quella', 'che'])],
  ['pt', new Set(['isso', 'isto', 'esse', 'essa', 'este', 'esta', 'que'])],
  ['nl', new Set(['dat', 'dit', 'die', 'deze', 'het'])],
]);

interface Persons {
  /** Who speaks, alone. */
  readonly one: RegExp;
  /** Who speaks, alone or with others. */
  readonly self: RegExp;
  /** Who is spoken to. */
  readonly other: RegExp;
}

const PERSONS: ReadonlyMap<AlphabetLanguage, Persons> = new Map([
  [
    'en',
    persons(
      'i|im|ive|me|my|mine|myself',
      'we|us|our|ours|ourselves',
      'you|your|yours|yourself|yourselves|u|ur|youre|ya|yall',
    ),
  ],
  [
    'de',
    persons('ich|mich|mir|mein\\p{L}*', 'wir|uns|unser\\p{L}*', 'du|dich|dir|dein\\p{L}*|ihr|euch|euer|eure\\p{L}*'),
  ],
  ['es', persons('yo|me|mi|mis|mio|mia', 'nosotros|nos|nuestr\\p{L}+', 'tu|te|ti|tus|tuyo|usted|ustedes|vosotros|os')],
  ['fr', persons('je|j|me|m|moi|mon|ma|mes', 'nous|notre|nos', 'tu|te|t|toi|ton|ta|tes|vous|votre|vos')],
  ['it', persons('io|mi|me|mio|mia|miei|mie', 'noi|ci|nostr\\p{L}+', 'tu|ti|te|tuo|tua|tuoi|tue|voi|vi|vostr\\p{L}+')],
  ['pt', persons('eu|me|mim|meu|meus|minha|minhas', 'nos|noss\\p{L}+', 'tu|te|ti|teu|tua|voce|voces|vos|vosso')],
  ['nl', persons('ik|me|mij|mijn', 'we|wij|ons|onze', 'je|jij|jou|jouw|jullie|u|uw')],
]);

/** Words for what was, by language, without accents. */
const PAST: ReadonlyMap<AlphabetLanguage, RegExp> = new Map([
  ['en', whole('was|were|been|had|did|got')],
  ['de', whole('war|waren|hatte|hatten|haben|hat')],
  ['es', whole('fue|fueron|era|eran|estaba|estaban|habia|hemos|ha|han')],
  ['fr', whole('etait|etaient|avait|avons|avions|ete|eu')],
  ['it', whole('era|erano|aveva|avevano|abbiamo|stato|stata|stati')],
  ['pt', whole('foi|foram|era|eram|estava|estavam|tinha|tivemos')],
  ['nl', whole('was|waren|had|hadden|hebben|heeft')],
]);

function persons(one: string, several: string, other: string): Persons {
  return { one: whole(one), self: whole(`${one}|${several}`), other: whole(other) };
}

function whole(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
}

/** How a remark on somebody's news begins: "Must have been a rush.", "Sounds like a long ride.", "Well done on the exam.", "So glad you …" */
const REMARK: ReadonlyMap<AlphabetLanguage, RegExp> = new Map([
  [
    'en',
    remark(
      `congrats|congratulations|kudos|way to go|well done|(?:nice|great|good|awesome|amazing) (?:job|work|one|going|news)|good luck|best of luck|good for you
      |(?:it |that |this |they )?must(?: have| ve)? (?:be|been|feel|felt)|(?:i )?bet (?:it|that|you)|(?:it |that |this )?(?:sounds|looks)|they (?:sound|seem)
      |you (?:look|seem|sound|really|sure)|you re (?:so|such|an?|really|doing|always)|(?:i m )?(?:so |really |very )?(?:glad|happy|proud|sorry|thrilled|excited|stoked|impressed)(?: \\p{L}+){0,3} you`,
    ),
  ],
  [
    'de',
    remark(
      'gluckwunsch|herzlichen gluckwunsch|gut gemacht|viel (?:gluck|erfolg|spass)|(?:das )?(?:klingt|muss)|(?:schon|toll|super|freut mich) dass (?:du|ihr)',
    ),
  ],
  [
    'es',
    remark(
      'felicidades|felicitaciones|enhorabuena|bien hecho|buena suerte|(?:eso )?(?:suena|debe)|(?:que bueno|me alegro?a?|me alegro de) que (?:tu|te|hayas|estes)',
    ),
  ],
  [
    'fr',
    remark(
      'felicitations|bravo|bonne chance|bien joue|(?:ca|cela) (?:a l air|semble|doit|devait|a du)|(?:content|contente|ravi|ravie|heureux|heureuse) que (?:tu|vous)',
    ),
  ],
  [
    'it',
    remark(
      'congratulazioni|complimenti|ben fatto|buona fortuna|(?:sembra|deve essere|dev essere)|sono (?:contento|contenta|felice) che (?:tu|vi)',
    ),
  ],
  ['pt', remark('parabens|muito bem|boa sorte|(?:isso )?(?:parece|deve)|(?:que bom|fico feliz) que (?:tu|voce|voces)')],
  [
    'nl',
    remark(
      'gefeliciteerd|goed gedaan|veel (?:succes|geluk|plezier)|(?:dat )?(?:klinkt|moet)|(?:blij|fijn|leuk) dat (?:je|jij|jullie)',
    ),
  ],
]);

function remark(beginnings: string): RegExp {
  return new RegExp(`^\\W*(?:${beginnings.replace(/\s*\n\s*/gu, '')})(?!\\p{L})`, 'iu');
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
  if (namesSomething(sentence, language)) return false;
  if (encourages(sentence, others, language)) return true;
  if (tellsOfSpeaker(sentence, language)) return false;
  if (THANKS.test(sentence)) return true;
  if (others.some(isRelative)) return false;
  if (REMARK.get(language)?.test(withoutAccents(sentence)) === true) return true;
  if (words.length >= WORDS_OF_A_VAGUE_SENTENCE && others.length === 1) return true;
  const empty = 1 - others.length / words.length;
  if (words.some((word) => PRAISE.get(language)?.has(word))) return empty >= LEAST_EMPTY_OF_PRAISE;
  return empty >= LEAST_EMPTY && PERSONS.get(language)?.other.test(withoutAccents(sentence)) === true;
}

/**
 * Whether a sentence says what is true of everybody, or cheers: "We grow with each other." What was, and what somebody says of
 * himself, is no general truth, unless it is about who is spoken to, too: "I trust your decision."
 */
function encourages(sentence: string, others: readonly string[], language: AlphabetLanguage): boolean {
  const persons = PERSONS.get(language);
  if (persons === undefined || !others.every((word) => isIn(ENCOURAGEMENT, word, language))) return false;
  const plain = withoutAccents(sentence);
  return persons.other.test(plain) || !(persons.one.test(plain) || PAST.get(language)?.test(plain) === true);
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
  return [...SMALL_TALK.keys()].some((language) => !tells(plain, language) || isIn(ENCOURAGEMENT, plain, language));
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
