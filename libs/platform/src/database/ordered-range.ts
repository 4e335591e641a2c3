import type { Transaction } from './database.ts';

/**
 * Runs statements whose rows come from an index in order, without a sort. Without statistics the planner may estimate a few
 * rows for a whole tenant, and then read and sort them all. PostgreSQL still sorts where no index can serve the order, but
 * with an estimated cost so high that it would compile the statement (`jit`).
 */
export async function withoutSorting<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  // The connection is a pipeline: the first statement of the work follows without waiting, and comes after the settings.
  const [, result] = await Promise.all([
    tx.query('set local enable_sort = off; set local enable_incremental_sort = off; set local jit = off'),
    work(),
  ]);
  await tx.query('reset enable_sort; reset enable_incremental_sort; reset jit');
  return result;
}

/**
 * The condition and order of the rows of a table `entry` from one list of column values to another (exclusive), newest
 * first. It compares and orders all columns together, so that one index can serve it whatever the planner's statistics.
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
