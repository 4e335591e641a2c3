import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { Transaction } from './database.ts';

/** The query of a list: `from` includes the condition, whose values are `$1`, `$2` … */
export interface ListQuery {
  readonly columns: string;
  readonly from: string;
  readonly values: readonly unknown[];
  /** The unique column by which rows are ordered. */
  readonly seq: string;
  /** Whether only the first page counts the rows: for a list so long that counting takes longer than reading a page. */
  readonly isCountedOnce?: boolean;
}

export interface PageRequest {
  readonly limit: number;
  readonly after: PageBefore | undefined;
  readonly newestFirst?: boolean;
}

/** One page of rows, oldest or newest first, and the total number of rows. */
export async function readPage<Row extends object>(
  tx: Transaction,
  { columns, from, values, seq, isCountedOnce = false }: ListQuery,
  { limit, after, newestFirst = false }: PageRequest,
): Promise<Page<Row>> {
  const [at, most] = [`$${String(values.length + 1)}`, `$${String(values.length + 2)}`];
  const rows = await tx.query<Row & { seq: string }>(
    `select ${columns}, ${seq} as seq ${from} and (${at}::bigint is null or ${seq} ${newestFirst ? '<' : '>'} ${at})
     order by ${seq} ${newestFirst ? 'desc' : 'asc'} limit ${most}`,
    [...values, after?.last ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  return {
    items: page,
    last: Number(page.at(-1)?.seq ?? 0),
    hasMore: rows.length > limit,
    total: (isCountedOnce ? after?.total : undefined) ?? (await countRows(tx, from, values)),
  };
}

async function countRows(tx: Transaction, from: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ total: number }>(`select count(*)::integer as total ${from}`, values);
  return row?.total ?? 0;
}
