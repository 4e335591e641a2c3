import { isUnspaced } from '@strata/languages/attributes';
import { isCalendarName } from '@strata/languages/calendar-names';
import { withoutAccents } from '@strata/languages/function-words';
import { HAN_NUMERALS } from '@strata/languages/han-numbers';
import { isNumberWord } from '@strata/languages/number-words';
import { isRelative } from '@strata/languages/relatives';
import {
  attributeWord,
  CHANGES,
  favouriteThing,
  isValue,
  LANGUAGES,
  PREFERENCE,
  stemOf,
  UNIT,
  type ClaimLanguage,
} from './languages.ts';

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
export const HEAD_WEIGHT = 0.5;
/** What a word says beside its attribute: "vegan", "engaged". */
const VALUE_WEIGHT = 0.5;
/** Marks the head of a compound. */
const HEAD = '-';
export const isHead = (word: string): boolean => word.startsWith(HEAD);
const NUMBER = new RegExp(`^(?:\\d|[${HAN_NUMERALS}]+(?:[月日号點时時分元円年]|$))`, 'u');
/** The segmenter takes a long number for several. */
const LONG_NUMBER = new RegExp(`([${HAN_NUMERALS}]{2,}[月日号點时時分元円年]?)`, 'u');

/** A role that one person has at a time, whether a woman or a man. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['chefin', 'chef'],
  ['jefa', 'jefe'],
  ['patronne', 'patron'],
]);

/** Chinese words of grammar are often taken for one word: 我的, 你在. */
const CHINESE_GRAMMAR =
  /^[我你您他她它们的地得了着过下是在有和与跟也都就还很最更这那吗呢吧啊呀请把被给对从到于为不没]+$/u;

const segmenters: Partial<Record<ClaimLanguage, Intl.Segmenter>> = {
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
};

/** Reads the words of a lower-cased text. */
export function readWords(text: string, language: ClaimLanguage): Reading {
  const words: Record<string, number> = {};
  const numbers: string[] = [];
  const all = withoutChanges(text, language).map((word) => ROLES.get(word) ?? word);
  for (const word of all) {
    const attribute = attributeWord(word, language);
    const thing = favouriteThing(word);
    if (thing !== undefined) words[stemOf(thing, language)] ??= weightOf(thing, language);
    if (attribute !== undefined) {
      words[attribute] = attribute === PREFERENCE ? GENERAL_WEIGHT : 1;
      if (isValue(attribute)) words[stemOf(word, language)] ??= VALUE_WEIGHT;
    } else if (isFunctionWord(word, language)) continue;
    else if (isFigure(word)) numbers.push(word);
    else {
      words[stemOf(word, language)] ??= weightOf(word, language);
      // The head of a compound comes last: red tea and green tea are tea.
      if (isUnspaced(language) && word.length > 1) words[`${HEAD}${word.slice(-1)}`] ??= HEAD_WEIGHT;
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

const isFigure = (word: string): boolean => NUMBER.test(word) || isNumberWord(word) || isCalendarName(word);

/** The words of a text without those that only say how it changes what was said before: "stopped", "from now on". */
function withoutChanges(text: string, language: ClaimLanguage): string[] {
  const isKept = (word: string): boolean => attributeWord(word, language) !== undefined || isFigure(word);
  if (!isUnspaced(language))
    return split(
      text.replace(CHANGES[language], (change) => split(change, language).filter(isKept).join(' ')),
      language,
    );
  return split(text, language)
    .map((word) => (isKept(word) ? word : word.replace(CHANGES[language], '')))
    .filter((word) => word !== '');
}

/** Whether a lower-cased word names neither a subject nor a value. */
export function isFunctionWord(word: string, language: ClaimLanguage): boolean {
  if (LANGUAGES[language].functionWords.has(withoutAccents(word))) return true;
  // Japanese writes endings and particles in hiragana.
  if (language === 'ja') return /^\p{Script=Hiragana}{1,3}$/u.test(word);
  return language === 'zh' && CHINESE_GRAMMAR.test(word);
}

function split(text: string, language: ClaimLanguage): string[] {
  const segmenter = segmenters[language];
  if (segmenter !== undefined)
    return text
      .split(LONG_NUMBER)
      .flatMap((part) =>
        NUMBER.test(part)
          ? [part]
          : [...segmenter.segment(part)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : [])),
      );
  return text.match(/\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];
}
