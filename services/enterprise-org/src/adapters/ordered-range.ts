import type { Transaction } from '@strata/platform/database/database';

/**
 * From now on in this transaction rows come in the order of an index and are not sorted. A planner that knows little of
 * a table takes a whole tenant for a few rows, and would read and sort them all.
 */
export async function forbidSorting(tx: Transaction): Promise<void> {
  await tx.query("select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)");
}

/**
 * The rows with these values, and a last column within bounds, newest first. Said as a range of all the columns
 * together and ordered by them all, so that one index alone can serve it, whatever the planner knows of the table.
 */
export function newestFirst(columns: readonly string[], from: readonly string[], to: readonly string[]): string {
  const all = `(${columns.join(', ')})`;
  return `${all} >= (${from.join(', ')}) and ${all} < (${to.join(', ')})
    order by ${columns.map((column) => `${column} desc`).join(', ')}`;
}
