import { z } from 'zod';
import { isoDateOrInstant } from './instant.ts';
import { text } from './json.ts';

const LIST_DEFAULT = 20;
const LIST_MAXIMUM = 100;

const WHOLE_NUMBER = /^-?\d{1,16}$/;

/** A whole number in a query string, within bounds. Only digits are accepted. A number that is already parsed passes. */
export const queryInteger = (minimum: number, maximum: number) =>
  readWholeNumber.pipe(z.int().min(minimum).max(maximum));

const readWholeNumber = z.transform((value, context) => {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && WHOLE_NUMBER.test(value)) return Number(value);
  context.issues.push({ code: 'custom', input: value, message: 'must be an integer' });
  return z.NEVER;
});

/** The query of a cursor-paged list: `limit` 1 to 100 (default 20), `cursor` from the previous page. */
export const cursorQuery = z.strictObject({
  limit: queryInteger(1, LIST_MAXIMUM).default(LIST_DEFAULT).describe('Maximum number of items on a page.'),
  cursor: z
    .string()
    .max(1024)
    .regex(/^[\w-]+$/, 'is damaged')
    .optional()
    .describe('`pagination.cursor` of the previous page. Opaque.'),
});

/** Limits to the time of what is listed or searched. */
export const timeRange = {
  since: isoDateOrInstant
    .optional()
    .describe('Only what was said or done at this time or later; a date means its midnight in UTC.'),
  until: isoDateOrInstant
    .optional()
    .describe('Only what was said or done before this time; a date means its midnight in UTC.'),
};

const pagination = z
  .object({
    hasMore: z.boolean(),
    cursor: z.string().nullable().describe('The cursor of the next page; null on the last one.'),
    total: z
      .number()
      .int()
      .describe(
        'The number of matches on all pages. Lists of events, memories and sessions count them for the first page, and repeat that number on the others.',
      ),
  })
  .meta({ id: 'Pagination', description: 'How to read the next page.' });

/** One page of a cursor-paged list; `total` counts all rows that match. */
export const cursorPage = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination,
  });

/** The path parameter of resources that are read by id. */
export const idParams = z.strictObject({ id: text(1, 200) });

/** A query without parameters. Any parameter is rejected by name. */
export const noQuery = z.strictObject({});
export const noParams = z.strictObject({});
export const noBody = z.undefined();
