import type { Filter } from './filter.ts';

/** SQL expressions for the fields of a row. Namespace, agent and end user can be null; tags cannot. */
export interface FilterColumns {
  readonly id: string;
  readonly namespaceId: string;
  readonly agentId: string;
  readonly userId: string;
  readonly tags: string;
}

/**
 * A filter as an SQL condition that is true or false, never null. `bind` registers a value and returns its placeholder,
 * such as `$4`.
 */
export function filterSql(filter: Filter, columns: FilterColumns, bind: (value: unknown) => string): string {
  const sql = (part: Filter): string => filterSql(part, columns, bind);
  if (typeof filter === 'boolean') return String(filter);
  if ('not' in filter) return `not ${sql(filter.not)}`;
  if ('all' in filter) return `(${filter.all.map(sql).join(' and ')})`;
  if ('any' in filter) return `(${filter.any.map(sql).join(' or ')})`;
  const column = columns[filter.on];
  if ('among' in filter && filter.among === 'any') return `(${column} is not null)`;
  if (filter.on !== 'tags') return `(${column} is not null and ${compared(column, filter, bind)})`;
  if ('among' in filter) return `(${column} && ${bind(filter.among)}::text[])`;
  return `exists (select 1 from unnest(${column}) as tag where ${compared('tag', filter, bind)})`;
}

function compared(
  column: string,
  filter: { readonly among: readonly string[] } | { readonly gte: string } | { readonly lte: string },
  bind: (value: unknown) => string,
): string {
  if ('among' in filter) return `${column} = any(${bind(filter.among)}::text[])`;
  if ('gte' in filter) return `${column} collate "C" >= ${bind(filter.gte)}::text`;
  return `${column} collate "C" <= ${bind(filter.lte)}::text`;
}
