import { isCalendarName } from '@strata/languages/calendar-names';
import { withoutAccents } from '@strata/languages/function-words';
import { HAN_NUMERALS } from '@strata/languages/han-numbers';
import { isRelative } from '@strata/languages/relatives';
import { attributeOf, favouriteThing, LANGUAGES, PREFERENCE, stemOf, UNIT, type ClaimLanguage } from './languages.ts';

/** What the words of a text are. */
export interface Reading {
  /** Stems, attributes (`=residence`) and heads of compounds (`-茶`), each once, with their weights. */
  readonly words: Readonly<Record<string, number>>;
  /** Numbers and dates, as written. */
  readonly numbers: readonly string[];
  /** What persons are to the speaker: "mother", "boss". */
  readonly persons: readonly string[];
}

export const GENERAL_WEIGHT = 0.3;
const UNIT_WEIGHT = 0.4;
const HEAD_WEIGHT = 0.5;
/** Marks the head of a compound. */
const HEAD = '-';
export const isHead = (word: string): boolean => word.startsWith(HEAD);
const NUMBER = new RegExp(`^(?:\\d|[${HAN_NUMERALS}]+(?:[月日号點时時分元円年]|$))`, 'u');

const segmenters: Partial<Record<ClaimLanguage, Intl.Segmenter>> = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
};

/** Reads the words of a lower-cased text. */
export function readWords(text: string, language: ClaimLanguage): Reading {
  const words: Record<string, number> = {};
  const numbers: string[] = [];
  const all = split(text, language);
  for (const word of all) {
    const attribute = attributeOf(word);
    const thing = favouriteThing(word);
    if (thing !== undefined) words[stemOf(thing, language)] ??= weightOf(thing, language);
    if (attribute !== undefined) words[attribute] = attribute === PREFERENCE ? GENERAL_WEIGHT : 1;
    else if (isFunctionWord(word, language)) continue;
    else if (NUMBER.test(word) || isCalendarName(word)) numbers.push(word);
    else {
      words[stemOf(word, language)] ??= weightOf(word, language);
      // The head of a compound comes last: red tea and green tea are tea.
      if (segmenters[language] !== undefined && word.length > 1) words[`${HEAD}${word.slice(-1)}`] ??= HEAD_WEIGHT;
    }
  }
  return { words, numbers, persons: all.filter(isRelative) };
}

/** The reading of several texts as if they were one. */
export const joined = (readings: readonly Reading[]): Reading => ({
  words: Object.assign({}, ...readings.map(({ words }) => words)) as Record<string, number>,
  numbers: readings.flatMap(({ numbers }) => numbers),
  persons: readings.flatMap(({ persons }) => persons),
});

/** What words weigh together. The head of a compound is a part of its word: it adds nothing. */
export const weightOfWords = (words: Reading['words']): number =>
  Object.entries(words).reduce((all, [word, weight]) => (isHead(word) ? all : all + weight), 0);

function weightOf(word: string, language: ClaimLanguage): number {
  if (LANGUAGES[language].generalStems.has(stemOf(word, language))) return GENERAL_WEIGHT;
  return UNIT.test(word) ? UNIT_WEIGHT : 1;
}

function isFunctionWord(word: string, language: ClaimLanguage): boolean {
  if (LANGUAGES[language].functionWords.has(withoutAccents(word))) return true;
  // Japanese writes endings and particles in hiragana.
  return language === 'ja' && /^\p{Script=Hiragana}{1,3}$/u.test(word);
}

function split(text: string, language: ClaimLanguage): string[] {
  const segmenter = segmenters[language];
  if (segmenter !== undefined)
    return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
  return text.match(/\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];
}
