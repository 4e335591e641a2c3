const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ru'];
const A_SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

/** Month names in lower case, in eight languages, with their number (0 to 11). English abbreviations are among them. */
export const MONTHS: ReadonlyMap<string, number> = names('month', 12, (n) => Date.UTC(2023, n, 1));

/** Weekday names in lower case, in the same languages, with their number (0 is Sunday). */
export const WEEKDAYS: ReadonlyMap<string, number> = names('weekday', 7, (n) => A_SUNDAY + n * DAY_MS);

/** Whether a lower-cased word is the name of a month or a weekday ("may", "sun" too), or of several such weekdays ("mondays"). */
export const isCalendarName = (word: string): boolean =>
  MONTHS.has(word) || WEEKDAYS.has(word) || WEEKDAYS.has(word.replace(/s$/u, ''));

function names(part: 'month' | 'weekday', count: number, at: (n: number) => number): Map<string, number> {
  const found = new Map<string, number>();
  for (const language of LANGUAGES)
    for (const style of language === 'en' ? (['long', 'short'] as const) : (['long'] as const)) {
      const format = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' });
      for (let n = 0; n < count; n++) {
        const name = format.format(at(n)).toLowerCase();
        if (!found.has(name)) found.set(name, n);
      }
    }
  return found;
}
