import { withoutAccents } from '@strata/languages/function-words';
import { isRelative } from '@strata/languages/relatives';
import { ATTRIBUTES, LANGUAGES, claimLanguage, type Language, type LanguageWords } from './languages.ts';

/** How a sentence speaks of what was said before. */
export type Cue = 'update' | 'correction' | 'ending' | 'negation';

/** One sentence, or a part of one: what it is about, and what it says of that. */
export interface Clause {
  /** Words without endings and attributes (`=residence`), each once, with their weights. */
  readonly words: Readonly<Record<string, number>>;
  /** Numbers and dates. */
  readonly numbers: readonly string[];
  /** Whether it tells of something that happened, and not of a state. */
  readonly happened: boolean;
  /** How its sentence speaks of what was said before. */
  readonly cues: readonly Cue[];
}

/** What a person says is so. Plain data, to be stored as JSON. */
export interface Claim {
  readonly clauses: readonly Clause[];
  /** What the words of the whole text weigh. */
  readonly weight: number;
  /** Relatives and other persons by their role: "mother", "boss". */
  readonly persons: readonly string[];
  /** Names of several words, such as "Anna Lund". */
  readonly fullNames: readonly string[];
}

/** Longer texts tell stories. */
const MAX_LENGTH = 600;
const MAX_CLAUSES = 16;
/** A sentence with more words is a story. */
const MAX_WORDS = 12;
export const GENERAL_WEIGHT = 0.3;
const UNIT_WEIGHT = 0.4;
const HEAD_WEIGHT = 0.5;
/** Marks the head of a compound among the words of a clause. */
const HEAD = '-';
export const isHead = (word: string): boolean => word.startsWith(HEAD);
export const isAttribute = (word: string): boolean => word.startsWith('=');
/** The attribute that people state of anything. */
export const PREFERENCE = '=preference';
const SENTENCES = /[^.!?。！？;；\n]+(?:[.](?=\S)[^.!?。！？;；\n]*)*[.!?。！？;；]?/gu;
/** They name nobody, and their full stop ends no sentence. */
const TITLES = /\b(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Sra|Mme|Hr|Fr|No|Nr)\.\s*/gu;
const BASED = /\bbased (?=in\b|at\b|near\b)/giu;
/** The day before a month, as German writes it: its full stop ends no sentence. */
const DAY_OF_MONTH = /(\d)\.(?=\s+(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))/gu;
/** What it is not any more. */
const INSTEAD_OF =
  /(?<![\p{L}])(?:instead of|rather than|anstatt|anstelle von|en vez de|en lugar de|au lieu de|plutôt que)(?![\p{L}])[^,.;!?]*/giu;
const ASKS = /[?？]\s*$|か[。]?\s*$/u;
const CLAUSE_BREAK = /[,:]\s+|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[,:]|、|\s[–—-]\s/u;
const HAN_NUMBER = '[零〇一二三四五六七八九十百千万億亿两\\d]';
const NUMBER = new RegExp(`^(?:\\d|${HAN_NUMBER}+(?:[月日号点時时分元円年]|$))`, 'u');
const CALENDAR =
  /^(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|enero|febrero|mar(?:ch|zo|s)|märz|apr(?:il)?|avril|abril|may|mai|mayo|jun[ei]|juin|junio|jul[iy]|juillet|julio|aug(?:ust)?|août|agosto|sep(?:tember|tiembre|tembre)?|o[ck]t(?:ober|ubre|obre)?|nov(?:ember|iembre|embre)?|de[cz](?:ember|embre)?|diciembre|décembre|mon|tues|wednes|thurs|fri|satur|sun)(?:days?)?$|^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?$/u;
const UNITS =
  /^(?:euros?|dollars?|pounds?|francs?|yen|cents?|percent|prozent|por\s?ciento|kilos?|kg|grams?|km|kilomet\w+|miles?|met(?:er|re)s?|gb|mb|tb|ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?|monat\w*|woche\w*|jahr\w*|stunden?|minuten?|sekunden?|mes(?:es)?|semanas?|años?|horas?|minutos?|segundos?|mois|semaines?|ans?|années?|heures?|secondes?|元|每月|月|円|分钟|小时)$/u;
const FULL_NAME = /\p{Lu}[\p{Ll}]+(?:\s\p{Lu}[\p{Ll}]+)+/gu;

const segmenters: Partial<Record<Language, Intl.Segmenter>> = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
};

/**
 * Reads what a person states, in English, German, Spanish, French, Chinese or Japanese; null for questions, for long texts,
 * and for texts without content. Works with word lists and without a model: it is made to find two claims about the same,
 * not to understand one.
 */
export function readClaim(text: string): Claim | null {
  if (text.length > MAX_LENGTH) return null;
  const language = claimLanguage(text);
  const known = LANGUAGES[language];
  const sentences = (
    text.normalize('NFKC').replace(TITLES, '').replace(BASED, 'living ').replace(DAY_OF_MONTH, '$1').match(SENTENCES) ??
    []
  )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !ASKS.test(sentence));
  const stated = sentences.filter((sentence) => !known.talk.test(sentence.toLowerCase()));
  const clauses = stated
    .flatMap((sentence) => readSentence(sentence, language, known))
    .slice(0, MAX_CLAUSES)
    .filter(({ words }) => Object.keys(words).length > 0 && Object.keys(words).length <= MAX_WORDS);
  if (clauses.length === 0) return null;
  const all = stated.join(' ');
  const { words } = readWords(sentences.join(' ').toLowerCase(), language, known);
  return {
    clauses,
    weight: weightOfWords(words),
    persons: [...new Set(split(all.toLowerCase(), language).filter(isRelative))],
    fullNames: language === 'de' ? [] : [...new Set(all.match(FULL_NAME) ?? [])],
  };
}

/** What a claim can be found by: its words, the common ones left out. */
export const keysOf = ({ clauses }: Claim): string[] => [
  ...new Set(
    clauses.flatMap(({ words }) => Object.entries(words).flatMap(([word, weight]) => (weight < 1 ? [] : [word]))),
  ),
];

/** A sentence, and its parts. */
function readSentence(sentence: string, language: Language, known: LanguageWords): Clause[] {
  const plain = sentence.toLowerCase();
  const cues = (['update', 'correction', 'ending', 'negation'] as const).filter((cue) => known[cue].test(plain));
  const parts = sentence.split(CLAUSE_BREAK).filter((part) => part.trim() !== '');
  return (parts.length > 1 ? [sentence, ...parts] : [sentence]).map((part) => ({
    ...readWords(part.replace(INSTEAD_OF, ' ').toLowerCase(), language, known),
    happened: known.happened.test(part.toLowerCase()),
    cues,
  }));
}

function readWords(text: string, language: Language, known: LanguageWords): Pick<Clause, 'words' | 'numbers'> {
  const words: Record<string, number> = {};
  const numbers: string[] = [];
  for (const word of split(text, language)) {
    const attribute = Object.keys(ATTRIBUTES).find((name) => ATTRIBUTES[name]?.test(word));
    if (NUMBER.test(word) || CALENDAR.test(word)) numbers.push(word);
    else if (attribute !== undefined) words[`=${attribute}`] = `=${attribute}` === PREFERENCE ? GENERAL_WEIGHT : 1;
    else if (!isFunctionWord(word, language, known)) {
      words[stemOf(word, language)] ??= weightOf(word, language);
      // The head of a compound comes last: red tea and green tea are tea.
      if (segmenters[language] !== undefined && word.length > 1) words[`${HEAD}${word.slice(-1)}`] ??= HEAD_WEIGHT;
    }
  }
  return { words, numbers };
}

/** Heads of compounds weigh nothing by themselves. */
export const weightOfWords = (words: Clause['words']): number =>
  Object.entries(words).reduce((all, [word, weight]) => (isHead(word) ? all : all + weight), 0);

const weightOf = (word: string, language: Language): number =>
  GENERAL_STEMS[language].has(stemOf(word, language)) ? GENERAL_WEIGHT : UNITS.test(word) ? UNIT_WEIGHT : 1;

function isFunctionWord(word: string, language: Language, { functionWords }: LanguageWords): boolean {
  if (functionWords.has(withoutAccents(word))) return true;
  // Japanese writes endings and particles in hiragana.
  return language === 'ja' && /^\p{Script=Hiragana}{1,3}$/u.test(word);
}

function split(text: string, language: Language): string[] {
  const segmenter = segmenters[language];
  if (segmenter !== undefined)
    return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
  return text.match(/\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];
}

/** Endings of words, and letters that must be left of a word. */
const ENDINGS: Partial<Record<Language, RegExp>> = {
  en: /(?:ing|ed|er|e|n|t|o|a)$/u,
  de: /(?:en|er|em|es|st|t|e|n)$/u,
  es: /(?:amos|emos|imos|ando|iendo|ar|er|ir|an|en|as|a|o|e)$/u,
  fr: /(?:ons|ent|ait|er|ez|ir|ee|e)$/u,
};
const LEAST_STEM = 3;
const LONGEST_STEM = 7;

/** A word without its ending, roughly: as long as the forms of one word meet, it need not be right. */
function stemOf(word: string, language: Language): string {
  if (language === 'zh') return word;
  if (language === 'ja') return word.replace(/\p{Script=Hiragana}+$/u, '') || word;
  const plain = withoutAccents(word).replace(/s$/u, '');
  const stem = plain.replace(ENDINGS[language] ?? /$/u, '').replace(/([b-df-hj-np-tv-z])\1$/u, '$1');
  return (stem.length < LEAST_STEM ? plain : stem).slice(0, LONGEST_STEM);
}

const GENERAL_STEMS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: generalStems('en'),
  de: generalStems('de'),
  es: generalStems('es'),
  fr: generalStems('fr'),
  zh: generalStems('zh'),
  ja: generalStems('ja'),
};

function generalStems(language: Language): ReadonlySet<string> {
  return new Set([...LANGUAGES[language].generalWords].map((word) => stemOf(word, language)));
}
