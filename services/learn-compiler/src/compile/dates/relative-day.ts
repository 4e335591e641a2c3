import { HAN_NUMBER, hanNumber } from '@strata/languages/han-numbers';
import type { Language } from '@strata/languages/language-of';
import { SAYINGS, type Sayings, type Unit } from './date-sayings.ts';

/** What a relative date points at: a day, or the week, month or year of a day. */
export interface RelativeDate {
  /** As it was said. */
  readonly phrase: string;
  readonly day: Date;
  readonly unit: Unit;
}

const DAYS_OF_WEEK = 7;
const UNITS = ['day', 'week', 'month', 'year'] as const;

/** Finds phrases of one kind in a text, and says what they point at. */
interface Finder {
  readonly pattern: RegExp;
  readonly read: (phrase: string, said: Date) => Omit<RelativeDate, 'phrase'> | null;
}

const finders = new Map<Language, readonly Finder[]>();

/** The relative dates of a text in a language other than English, in their order, by the day on which it was said (UTC). */
export function relativeDays(text: string, language: Language, said: Date): RelativeDate[] {
  const sayings = SAYINGS[language];
  if (sayings === undefined) return [];
  const known = finders.get(language) ?? findersOf(sayings);
  finders.set(language, known);
  const found: { at: number; end: number; date: RelativeDate }[] = [];
  for (const { pattern, read } of known)
    for (const { 0: phrase, index: at } of text.matchAll(pattern)) {
      const end = at + phrase.length;
      if (found.some((other) => at < other.end && other.at < end)) continue;
      const points = read(phrase.toLowerCase(), said);
      if (points !== null) found.push({ at, end, date: { phrase: phrase.trim(), ...points } });
    }
  return found.sort((a, b) => a.at - b.at).map(({ date }) => date);
}

function findersOf(sayings: Sayings): Finder[] {
  const numbers = sayings.numbers.split(' ');
  const weekdays = sayings.weekdays.split(' ');
  const unitPattern = `(?:${UNITS.map((unit) => sayings.units[unit]).join('|')})`;
  const whole = (source: string): RegExp =>
    sayings.isUnspaced
      ? new RegExp(source, 'giu')
      : new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'giu');
  const filled = (source: string): RegExp =>
    whole(
      source
        .replaceAll('N', `(?:\\d{1,3}|${longestFirst(numbers)})`)
        .replaceAll('U', unitPattern)
        .replaceAll('W', `(?:${weekdays.join('|')})`),
    );
  const unitWords = UNITS.map((unit) => ({ unit, pattern: wordPattern(sayings.units[unit], sayings) }));
  const unitOf = (phrase: string): Unit | null => {
    // "Monat" has to come before "Tag", and a month in "个月" before a day: the longest word that is there.
    const hits = unitWords.flatMap(({ unit, pattern }) => {
      const match = pattern.exec(phrase);
      return match === null ? [] : [{ unit, length: match[0].length }];
    });
    return hits.sort((a, b) => b.length - a.length)[0]?.unit ?? null;
  };
  const numberWords = numbers.map((words) => wordPattern(words, sayings));
  const numberOf = (phrase: string): number => {
    const digits = /\d+/u.exec(phrase)?.[0];
    if (digits !== undefined) return Number(digits);
    if (sayings.numbers === HAN_NUMBER) return hanNumber(phrase);
    return numberWords.findLastIndex((words) => words.test(phrase)) + 1;
  };
  const counted = (sign: 1 | -1) => (phrase: string, said: Date) => {
    const unit = unitOf(phrase);
    const count = numberOf(phrase);
    return unit === null || count === 0 ? null : moved(said, unit, sign * count);
  };
  const weekdayNames = weekdays.map((names) => new RegExp(names, 'iu'));
  const beside = (offset: 1 | 0 | -1) => (phrase: string, said: Date) => {
    const weekday = weekdayNames.findIndex((names) => names.test(phrase));
    if (weekday >= 0) {
      const day = sayings.isUnspaced ? weekdayOfWeek(said, weekday, offset) : weekdayBeside(said, weekday, offset);
      return { day, unit: 'day' as const };
    }
    const unit = unitOf(phrase);
    return unit === null || unit === 'day' ? null : moved(said, unit, offset);
  };
  return [
    ...Object.entries(sayings.days).map(([words, offset]) => ({
      pattern: whole(words),
      read: (_phrase: string, said: Date) => moved(said, 'day', offset),
    })),
    { pattern: filled(sayings.ahead), read: counted(1) },
    { pattern: filled(sayings.ago), read: counted(-1) },
    { pattern: filled(sayings.next), read: beside(1) },
    { pattern: filled(sayings.last), read: beside(-1) },
    { pattern: filled(sayings.current), read: beside(0) },
  ];
}

const longestFirst = (numbers: readonly string[]): string =>
  numbers
    .flatMap((words) => words.split('|'))
    .sort((a, b) => b.length - a.length)
    .join('|');

/** A pattern of whole words, or of characters in a language without spaces. */
const wordPattern = (words: string, { isUnspaced }: Sayings): RegExp =>
  isUnspaced ? new RegExp(`(?:${words})`, 'iu') : new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

/** The day so many units away; of months and years the first day. */
function moved(said: Date, unit: Unit, count: number): Omit<RelativeDate, 'phrase'> {
  const [year, month, date] = [said.getUTCFullYear(), said.getUTCMonth(), said.getUTCDate()];
  if (unit === 'day' || unit === 'week')
    return { day: new Date(Date.UTC(year, month, date + count * (unit === 'week' ? DAYS_OF_WEEK : 1))), unit };
  const target = unit === 'month' ? Date.UTC(year, month + count) : Date.UTC(year + count, month);
  return { day: new Date(target), unit };
}

/** The day of that name in the next or last week, from Monday on. */
function weekdayOfWeek(said: Date, weekday: number, offset: 1 | 0 | -1): Date {
  const sinceMonday = (day: number): number => (day + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return moved(said, 'day', sinceMonday(weekday) - sinceMonday(said.getUTCDay()) + offset * DAYS_OF_WEEK).day;
}

/** The next or last day of that name, a week away if it is today's. */
function weekdayBeside(said: Date, weekday: number, offset: 1 | 0 | -1): Date {
  const ahead = (weekday - said.getUTCDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const days = offset < 0 ? ahead - DAYS_OF_WEEK : ahead === 0 && offset > 0 ? DAYS_OF_WEEK : ahead;
  return moved(said, 'day', days).day;
}
