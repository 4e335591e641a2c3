import { mayStateOfSelf } from '@strata/languages/first-person';
import { languageOf } from '@strata/languages/language-of';
import { contentKey } from '../text/hash.ts';
import { claimLanguage, LANGUAGES, stemOf, type ClaimLanguage } from './languages.ts';
import { readSubject } from './read-subject.ts';
import { HEAD_WEIGHT, joined, readWords, weightOfWords, type Reading } from './read-words.ts';

/** How a sentence speaks of what was said before. */
const CUES = ['update', 'correction', 'ending', 'negation'] as const;
export type Cue = (typeof CUES)[number];

/** One sentence, or a part of one: what it is about, and what it says of that. */
export interface Clause extends Pick<Reading, 'words' | 'numbers'> {
  /** Whether it reports an event of the past, and not a state. */
  readonly happened: boolean;
  /** It asks for something to be done once. Absent from claims of earlier versions. */
  readonly isTask?: true;
  /** What stands before its verb: the thing it is about. Absent where that is not known, and from claims of earlier versions. */
  readonly subject?: readonly string[];
  /** How its sentence speaks of what was said before. */
  readonly cues: readonly Cue[];
}

/** What a person states in one message. Plain data, to be stored as JSON. */
export interface Claim {
  readonly clauses: readonly Clause[];
  /** What the words of the whole text weigh. */
  readonly weight: number;
  /** What the persons in it are to the speaker: "mother", "boss". */
  readonly persons: readonly string[];
  /** Names of several words, such as "Anna Lund". */
  readonly fullNames: readonly string[];
  /** Stems of the words that are names, such as "Corsa". Absent from claims of earlier versions. */
  readonly names?: readonly string[];
  /** Hash of what it states, in order. Absent from what may be about the speaker: who says the same speaks of another. */
  readonly statement?: string;
  /** A program said it to a person. It replaces nothing, and it ends with the claim of the person that it repeats. */
  readonly isRepeated?: true;
}

/** In characters: a longer text is a story. */
const MAX_LENGTH = 600;
/** In characters: who repeats a claim says little else. */
const MAX_REPEATED = 200;
const MAX_CLAUSES = 16;
/** A clause with more words is a story. */
const MAX_WORDS = 12;
const SENTENCES = /[^.!?。！？;；\n]+(?:[.](?=\S)[^.!?。！？;；\n]*)*[.!?。！？;；]?/gu;
/** A title is no name, and its full stop ends no sentence. */
const TITLES = /\b(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Sra|Mme|Hr|Fr|No|Nr)\.\s*/gu;
const BASED = /\bbased (?=in\b|at\b|near\b)/giu;
/** Who starts at a firm or joins one, has a job there. */
const HIRED = /\b(?:started (?=at \p{Lu}|as an? )|joined (?=\p{Lu}))/gu;
/** Who moves to a place lives there. */
const MOVED = /(?<=(?<!\p{L})(?:I|[Ww]e)(?:['’]ve| have| just| have just)? )moved (?=to \p{Lu})/gu;
/** What follows the place, such as the reason, is a part of its own: with all its words the sentence would be like no other. */
const AFTER_MOVED = /now living to \p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*(?= \p{Ll})/gu;
/** "Home" alone is no residence: "I take the bus home." */
const HOME = /(?<=(?<!\p{L})(?:[Mm]y|[Oo]ur) )home(?= is (?:in|at|near|now in) )/gu;
const GEZOGEN = /(?<=\bnach \p{Lu}[\p{L}-]+ )gezogen/gu;
/** The day before a month, as German writes it: its full stop ends no sentence. */
const DAY_OF_MONTH = /(\d)\.(?=\s+(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))/gu;
/** The alternative that was not chosen. */
const INSTEAD_OF =
  /(?<![\p{L}])(?:instead of|rather than|anstatt|anstelle von|en vez de|en lugar de|au lieu de|plutôt que)(?![\p{L}])[^,.;!?]*/giu;
const ASKS = /[?？]\s*$|か[。]?\s*$/u;
const CLAUSE_BREAK = /[,:]\s+|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[,:]|、|\s[–—-]\s/u;
/** A word with a capital within a sentence. After a comma, it names the listener. */
const NAME = /(?<=[^\s,.:;!?] )\p{Lu}[\p{L}\p{N}]+/gu;
/** A name after one of these is of a place or a firm. */
const FULL_NAME = /(?<!(?<!\p{L})(?:at|to|from|in|into|on|en|chez|à) )\p{Lu}[\p{Ll}]+(?:\s\p{Lu}[\p{Ll}]+)+/gu;

/**
 * Reads what a person states, in English, German, Spanish, French, Chinese or Japanese; null for questions, for long texts,
 * and for texts without content. Works with word lists and without a model: it is made to find two claims about the same,
 * not to understand one.
 */
export function readClaim(text: string): Claim | null {
  const claim = readStated(text, ({ isTalk }) => !isTalk);
  return claim === null || mayStateOfSelf(text, languageOf(text)) ? claim : { ...claim, statement: statementOf(claim) };
}

const namesIn = (stated: readonly ReadSentence[], language: ClaimLanguage): string[] => [
  ...new Set(
    stated.flatMap(({ sentence }) => (sentence.match(NAME) ?? []).map((name) => stemOf(name.toLowerCase(), language))),
  ),
];

const statementOf = ({ clauses }: Claim): string =>
  contentKey(...clauses.flatMap(({ words, numbers, cues }) => [...Object.keys(words), ...numbers, cues.join()]));

/** Reads what a program says to a person, who may have stated it before: "Noted, you live in Leeds." */
export function readRepeated(text: string): Claim | null {
  const claim = text.length > MAX_REPEATED ? null : readStated(text, () => true);
  return claim === null ? null : { ...claim, isRepeated: true };
}

function readStated(text: string, isStated: (sentence: ReadSentence) => boolean): Claim | null {
  if (text.length > MAX_LENGTH) return null;
  const language = claimLanguage(text);
  const sentences = sentencesOf(text).map((sentence) => readSentence(sentence, language));
  const stated = sentences.filter(isStated);
  const clauses = stated
    .flatMap((sentence) => sentence.clauses)
    .slice(0, MAX_CLAUSES)
    .filter(({ words }) => Object.keys(words).length > 0 && Object.keys(words).length <= MAX_WORDS);
  if (clauses.length === 0) return null;
  return {
    clauses,
    weight: weightOfWords(joined(sentences.map(({ reading }) => reading)).words),
    persons: [...new Set(stated.flatMap(({ reading }) => reading.persons))],
    // German writes every noun with a capital letter.
    names: language === 'de' ? [] : namesIn(stated, language),
    fullNames: language === 'de' ? [] : [...new Set(stated.flatMap(({ sentence }) => sentence.match(FULL_NAME) ?? []))],
  };
}

/** What a claim can be found by: its words and the heads of compounds; general words and units are left out. */
export const keysOf = ({ clauses }: Claim): string[] => [
  ...new Set(
    clauses.flatMap(({ words }) =>
      Object.entries(words).flatMap(([word, weight]) => (weight < HEAD_WEIGHT ? [] : [word])),
    ),
  ),
];

/** The sentences of a text that ask nothing. */
const sentencesOf = (text: string): string[] =>
  [
    ...text
      .normalize('NFKC')
      .replace(TITLES, '')
      .replace(BASED, 'living ')
      .replace(HIRED, 'now in a job ')
      .replace(MOVED, 'now living ')
      .replace(AFTER_MOVED, '$&,')
      .replace(HOME, 'residence')
      .replace(GEZOGEN, 'umgezogen')
      .replace(DAY_OF_MONTH, '$1')
      .matchAll(SENTENCES),
  ]
    .map(([sentence]) => sentence.trim())
    .filter((sentence) => sentence !== '' && !ASKS.test(sentence));

interface ReadSentence {
  readonly sentence: string;
  /** It speaks to the listener about the listener. */
  readonly isTalk: boolean;
  readonly reading: Reading;
  /** The sentence, then its parts if it has several. */
  readonly clauses: readonly Clause[];
}

function readSentence(sentence: string, language: ClaimLanguage): ReadSentence {
  const known = LANGUAGES[language];
  const plain = sentence.toLowerCase();
  const cues = CUES.filter((cue) => known[cue].test(plain));
  const clauseOf = (written: string, { words, numbers }: Reading): Clause => {
    const text = written.toLowerCase();
    const subject = readSubject(written, language);
    return {
      words,
      numbers,
      happened: known.happened.test(text),
      ...(known.request.test(text) && !known.standing.test(text) ? { isTask: true } : {}),
      ...(subject === undefined ? {} : { subject }),
      // "Now" speaks of its own part of the sentence, "I meant" of any part.
      cues: cues.filter((cue) => cue !== 'update' || known.update.test(text)),
    };
  };
  const parts = sentence
    .split(CLAUSE_BREAK)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ part, reading: readWords(part.toLowerCase().replace(INSTEAD_OF, ' '), language) }));
  const reading = joined(parts.map((one) => one.reading));
  const clauses = parts.length > 1 ? parts.map((one) => clauseOf(one.part, one.reading)) : [];
  return { sentence, isTalk: known.talk.test(plain), reading, clauses: [clauseOf(sentence, reading), ...clauses] };
}
