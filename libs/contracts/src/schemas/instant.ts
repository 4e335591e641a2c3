import { z } from 'zod';

const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** `isoInstant` accepts less than the format `date-time`: capital letters, no leap second, no year 0. */
const INSTANT_PATTERN = String.raw`^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`;

const instant = (what: string) =>
  z.iso.datetime({ offset: true, error: `must be an ISO 8601 ${what}` }).refine((value) => {
    const time = Date.parse(value);
    return time >= EARLIEST && time <= LATEST;
  }, `must be a ${what} within the years 1 to 9999`);

/** A point in time from outside: ISO 8601 with an offset, within the years that every store can keep. */
export const isoInstant = instant('date and time').meta({ format: 'date-time', pattern: INSTANT_PATTERN });

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_PATTERN = String.raw`^(?!0000)\d{4}-\d\d-\d\d$`;

/** What `isoDateOrInstant` accepts. */
export const DATE_OR_INSTANT_PATTERN = `${INSTANT_PATTERN}|${DATE_PATTERN}`;

/** A point in time, or a date, which means its midnight in UTC. Parsing the result again gives the same result. */
export const isoDateOrInstant = z
  .string()
  .transform((value) => (DATE.test(value) ? `${value}T00:00:00.000Z` : value))
  .pipe(instant('date, or date and time'))
  .meta({ pattern: DATE_OR_INSTANT_PATTERN });

/** A point in time in a response: ISO 8601 in UTC, with milliseconds. */
export const utcInstant = z.string().meta({ format: 'date-time' });
