import { z } from 'zod';
import { text } from './json.ts';

const LIST_DEFAULT = 20;
const LIST_MAXIMUM = 100;

/** Query of a cursor-paged list: `limit` 1 to 100 (default 20), `cursor` from the page before. */
export const cursorQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(LIST_MAXIMUM).default(LIST_DEFAULT),
  cursor: z.string().min(1).max(1024).optional(),
});

/** One page of a cursor-paged list; `total` counts all rows that match. */
export const cursorPage = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ hasMore: z.boolean(), cursor: z.string().nullable(), total: z.number().int() }),
  });

/** The path parameter of everything that is fetched by its id. */
export const idParams = z.strictObject({ id: text(1, 200) });

/** A query without parameters; one that is sent is refused by name. */
export const noQuery = z.strictObject({});
export const noParams = z.strictObject({});
export const noBody = z.undefined();
