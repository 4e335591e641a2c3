import type { Transaction } from './database.ts';

/**
 * Runs statements whose rows come in the order of an index and are not sorted. A planner that knows little of a table
 * takes a whole tenant for a few rows, and would read and sort them all. A sort that nothing can stand in for is done
 * all the same; it only seems dear, so that PostgreSQL would compile the statement.
 */
export async function withoutSorting<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.query('set local enable_sort = off; set local enable_incremental_sort = off; set local jit = off');
  const result = await work();
  await tx.query('reset enable_sort; reset enable_incremental_sort; reset jit');
  return result;
}

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
