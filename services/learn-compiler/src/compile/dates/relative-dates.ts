import { languageOf } from '@strata/languages/language-of';
import { en, type ParsedResult } from 'chrono-node';
import { relativeDays, type RelativeDate } from './relative-day.ts';

const CUE =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this|past|coming|previous|earlier|in (?:a|an|one|two|three|four|five|six|\d+)|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|weekend)\b/i;
/** A weekday without more is not a date: it can recur every week. */
const RELATIVE =
  /\b(?:yesterday|tomorrow|tonight|today|last night|this (?:morning|afternoon|evening|week|weekend|month|year|summer|winter|spring|fall|autumn)|(?:last|next|past|coming|previous|this) |ago|in (?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+) )/i;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const SCAN_LIMIT = 4000;
const MAX_DATES = 4;

/** `8 May 2023`, in UTC. */
export function longDate(date: Date): string {
  return `${String(date.getUTCDate())} ${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())}`;
}

function absolute(phrase: string, result: ParsedResult, reference: Date): string | null {
  const words = phrase.toLowerCase();
  const day = new Date(
    Date.UTC(
      result.start.get('year') ?? reference.getUTCFullYear(),
      (result.start.get('month') ?? 1) - 1,
      result.start.get('day') ?? 1,
    ),
  );
  if (Number.isNaN(day.getTime())) return null;
  if (/\byears?\b|\bdecades?\b/.test(words) && !/\bmonths?|weeks?|days?\b/.test(words))
    return String(day.getUTCFullYear());
  if (/\bmonths?\b/.test(words)) return `${MONTHS[day.getUTCMonth()] ?? ''} ${String(day.getUTCFullYear())}`;
  if (/\bweekend\b/.test(words)) return `weekend of ${longDate(day)}`;
  if (/\bweeks?\b/.test(words) && !/day\b/.test(words)) return `week of ${longDate(day)}`;
  if (/\bhours?|minutes?|seconds?\b|\bnow\b/.test(words)) return null;
  return result.start.isCertain('day') ||
    result.start.isCertain('weekday') ||
    /\bdays?\b|yesterday|tomorrow|today|tonight|night/.test(words)
    ? longDate(day)
    : null;
}

/**
 * The meaning of relative dates in a text, relative to the time of the event (in UTC): `7 May 2023` for one, and
 * `yesterday = 7 May 2023` for each of several.
 * @param occurredAt ISO 8601
 */
export function resolveRelativeDates(text: string, occurredAt: string): string[] {
  const scanned = text.slice(0, SCAN_LIMIT);
  const reference = new Date(occurredAt);
  if (Number.isNaN(reference.getTime())) return [];
  const language = languageOf(scanned) ?? 'en';
  const found =
    language === 'en' ? inEnglish(scanned, reference) : inOthers(relativeDays(scanned, language, reference));
  return found.size === 1 ? [...found.values()] : [...found].map(([phrase, means]) => `${phrase} = ${means}`);
}

function inEnglish(text: string, reference: Date): Map<string, string> {
  const found = new Map<string, string>();
  if (!CUE.test(text)) return found;
  for (const result of en.casual.parse(text, { instant: reference, timezone: 0 })) {
    if (!RELATIVE.test(result.text) || (result.start.isCertain('year') && /\d{4}/.test(result.text))) continue;
    const means = absolute(result.text, result, reference);
    if (means !== null && !/^(?:may|mar|sun|sat|march)$/i.test(result.text)) found.set(result.text.trim(), means);
    if (found.size >= MAX_DATES) break;
  }
  return found;
}

const inOthers = (dates: readonly RelativeDate[]): Map<string, string> =>
  new Map(dates.slice(0, MAX_DATES).map((date) => [date.phrase, asLabel(date)]));

function asLabel({ day, unit }: RelativeDate): string {
  if (unit === 'year') return String(day.getUTCFullYear());
  if (unit === 'month') return `${MONTHS[day.getUTCMonth()] ?? ''} ${String(day.getUTCFullYear())}`;
  return unit === 'week' ? `week of ${longDate(day)}` : longDate(day);
}
