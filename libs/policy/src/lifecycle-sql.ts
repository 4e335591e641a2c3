import type { LifecycleRule } from './lifecycle-rules.ts';
import { filterSql, type FilterColumns } from './filter-sql.ts';

export interface DueColumns extends FilterColumns {
  /** The time from which a row's age counts: an SQL expression, never null. */
  readonly since: string;
}

const DAY_MS = 86_400_000;

/**
 * Whether a row is due for a step at `now`, as an SQL condition that is true or false, never null. The first comparison
 * excludes rows too young for any rule, so that an index on `since` can be used.
 */
export function dueSql(
  rules: readonly LifecycleRule[],
  step: 'archiveAfterDays' | 'deleteAfterDays',
  columns: DueColumns,
  now: Date,
  bind: (value: unknown) => string,
): string {
  const stated = rules.map((rule) => rule[step]).filter((days) => days !== null);
  if (stated.length === 0) return 'false';
  const before = (days: number): string => `${bind(new Date(now.getTime() - days * DAY_MS))}::timestamptz`;
  const cases = rules.map((rule) => {
    const days = rule[step];
    return `when ${filterSql(rule.filter, columns, bind)} then ${days === null ? 'null' : before(days)}`;
  });
  const { since } = columns;
  const latest = before(Math.min(...stated));
  return `(${since} <= ${latest} and coalesce(${since} <= case ${cases.join(' ')} end, false))`;
}
