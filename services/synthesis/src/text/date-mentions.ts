import { HAN_NUMBER, hanNumber } from '@strata/languages/han-numbers';
import { MONTHS } from '@strata/languages/calendar-names';

/** A day, month or year that a query names. Null parts match anything. */
export interface DateMention {
  readonly year: number | null;
  /** 0 to 11. */
  readonly month: number | null;
  readonly day: number | null;
}

const ISO = /(?<!\d)(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?(?!\d)/gu;
const MONTH_OF_HAN = new RegExp(`(?<!\\d)(\\d{1,2}|${HAN_NUMBER})月(?:(\\d{1,2}|${HAN_NUMBER})[日号號])?`, 'gu');
const YEAR = /(?<![\p{L}\d])(?:19|20)\d\d(?![\p{L}\d])/gu;
const MONTH = new RegExp(
  `(?<!\\p{L})(?:(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of| de)? )?(${[...MONTHS.keys()].join('|')})(?!\\p{L})\\.?(?: (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]))?(?:,? (?:de )?((?:19|20)\\d\\d))?`,
  'giu',
);
/** Names that are everyday words in some language: months only if capitalized or beside a number. */
const AMBIGUOUS = new Set(['may', 'mar', 'mai', 'set', 'dec', 'jan']);

/** The dates that a text names, and the text without them. */
export interface ReadDates {
  readonly found: readonly DateMention[];
  readonly rest: string;
}

/**
 * Reads the dates that a query names: `2023-05-08`, `8 May 2023`, `May 8th`, `in June`, `2022`. Relative dates
 * ("last week") are ignored: what they are relative to is not known.
 */
export function readDates(text: string): ReadDates {
  const found: DateMention[] = [];
  const rest = text
    .replace(ISO, (whole: string, year: string, month: string, day: string | undefined) => {
      const mention = { year: Number(year), month: Number(month) - 1, day: day === undefined ? null : Number(day) };
      if (mention.month < 0 || mention.month > 11) return whole;
      found.push(mention);
      return ' ';
    })
    .replace(MONTH_OF_HAN, (whole: string, monthText: string, dayText: string | undefined) => {
      const month = numberOf(monthText) - 1;
      if (month > 11) return whole;
      found.push({ year: null, month, day: dayText === undefined ? null : numberOf(dayText) });
      return ' ';
    })
    .replace(
      MONTH,
      (
        whole: string,
        before: string | undefined,
        name: string,
        after: string | undefined,
        year: string | undefined,
      ) => {
        const day = before ?? after;
        if (AMBIGUOUS.has(name.toLowerCase()) && day === undefined && year === undefined && !/^\p{Lu}/u.test(name))
          return whole;
        found.push({
          year: year === undefined ? null : Number(year),
          month: MONTHS.get(name.toLowerCase()) ?? null,
          day: day === undefined ? null : Number(day),
        });
        return ' ';
      },
    );
  for (const [year] of rest.matchAll(YEAR)) found.push({ year: Number(year), month: null, day: null });
  return { found, rest: rest.replace(YEAR, ' ') };
}

const numberOf = (written: string): number => (/\d/u.test(written) ? Number(written) : hanNumber(written));

/**
 * How near a moment (epoch milliseconds, read in UTC) is to a date in a query: 2 on the same day, 1 in the same month or
 * year (people often talk about a day some days later), 0 outside.
 */
export function nearness(at: number, mention: DateMention): 0 | 1 | 2 {
  const date = new Date(at);
  if (mention.year !== null && mention.year !== date.getUTCFullYear()) return 0;
  if (mention.month !== null && mention.month !== date.getUTCMonth()) return 0;
  return mention.day === date.getUTCDate() ? 2 : 1;
}
