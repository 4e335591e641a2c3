import type { Transaction } from '@strata/platform/database/database';

/**
 * Runs statements whose rows come in the order of an index and are not sorted. A planner that knows little of a table
 * takes a whole tenant for a few rows, and would read and sort them all.
 */
export async function withoutSorting<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.query(SET_SORTING, ['off']);
  const result = await work();
  await tx.query(SET_SORTING, ['on']);
  return result;
}

const SET_SORTING = "select set_config('enable_sort', $1, true), set_config('enable_incremental_sort', $1, true)";

/**
 * Rows of a table called `entry` with these values, and a last column within bounds, newest first; the upper bound is
 * exclusive. Said as a range of all the columns together and ordered by them all, so that one index alone can serve it,
 * whatever the planner knows of the table.
 */
export const newestFirst = (columns: readonly string[], from: readonly string[], to: readonly string[]): string =>
  inOrder(columns, from, to, 'desc');

/** The same, oldest first. */
export const oldestFirst = (columns: readonly string[], from: readonly string[], to: readonly string[]): string =>
  inOrder(columns, from, to, 'asc');

function inOrder(columns: readonly string[], from: readonly string[], to: readonly string[], order: string): string {
  const own = columns.map((column) => `entry.${column}`);
  const all = `(${own.join(', ')})`;
  return `${all} >= (${from.join(', ')}) and ${all} < (${to.join(', ')})
    order by ${own.map((column) => `${column} ${order}`).join(', ')}`;
}
