import { z } from 'zod';
import { text } from './json.ts';

const LIST_DEFAULT = 20;
const LIST_MAXIMUM = 100;

const WHOLE_NUMBER = /^-?\d{1,16}$/;

/** A whole number of a query, within bounds; it may have been read already. Nothing but digits is taken for one. */
export const queryInteger = (minimum: number, maximum: number) =>
  readWholeNumber.pipe(z.int().min(minimum).max(maximum));

const readWholeNumber = z.transform((value, context) => {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && WHOLE_NUMBER.test(value)) return Number(value);
  context.issues.push({ code: 'custom', input: value, message: 'must be an integer' });
  return z.NEVER;
});

/** Query of a cursor-paged list: `limit` 1 to 100 (default 20), `cursor` from the page before. */
export const cursorQuery = z.strictObject({
  limit: queryInteger(1, LIST_MAXIMUM).default(LIST_DEFAULT).describe('Most items of a page.'),
  cursor: z
    .string()
    .max(1024)
    .regex(/^[\w-]+$/, 'is damaged')
    .optional()
    .describe('`pagination.cursor` of the page before. Opaque.'),
});

const pagination = z
  .object({
    hasMore: z.boolean(),
    cursor: z.string().nullable().describe('Where the next page goes on; null on the last one.'),
    total: z.number().int().describe('Everything that matches, on all pages.'),
  })
  .meta({ id: 'Pagination', description: 'Where a list goes on.' });

/** One page of a cursor-paged list; `total` counts all rows that match. */
export const cursorPage = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination,
  });

/** The path parameter of everything that is fetched by its id. */
export const idParams = z.strictObject({ id: text(1, 200) });

/** A query without parameters; one that is sent is refused by name. */
export const noQuery = z.strictObject({});
export const noParams = z.strictObject({});
export const noBody = z.undefined();
