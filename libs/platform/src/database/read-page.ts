import type { Page } from '@strata/kernel/cursor';
import type { Transaction } from './database.ts';

/** The query of a list: `from` includes the condition, whose values are `$1`, `$2` … */
export interface ListQuery {
  readonly columns: string;
  readonly from: string;
  readonly values: readonly unknown[];
  /** The unique column by which rows are ordered. */
  readonly seq: string;
}

export interface PageRequest {
  readonly limit: number;
  /** The `seq` of the previous page's last row. */
  readonly after: number | undefined;
  readonly newestFirst?: boolean;
}

/** One page of rows, oldest or newest first, and the total number of rows. */
export async function readPage<Row extends object>(
  tx: Transaction,
  { columns, from, values, seq }: ListQuery,
  { limit, after, newestFirst = false }: PageRequest,
): Promise<Page<Row>> {
  const [at, most] = [`$${String(values.length + 1)}`, `$${String(values.length + 2)}`];
  const rows = await tx.query<Row & { seq: string }>(
    `select ${columns}, ${seq} as seq ${from} and (${at}::bigint is null or ${seq} ${newestFirst ? '<' : '>'} ${at})
     order by ${seq} ${newestFirst ? 'desc' : 'asc'} limit ${most}`,
    [...values, after ?? null, limit + 1],
  );
  const [count] = await tx.query<{ total: number }>(`select count(*)::integer as total ${from}`, values);
  const page = rows.slice(0, limit);
  return {
    items: page,
    last: Number(page.at(-1)?.seq ?? 0),
    hasMore: rows.length > limit,
    total: count?.total ?? 0,
  };
}
