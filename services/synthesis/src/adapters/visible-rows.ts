import type { Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { VisibleFilters } from '../synthesis/search-index.ts';

export type Bind = (value: unknown) => string;

/** Whether the row `e` of `entries` passes the filter of its kind, as SQL; the sources of an artifact are not checked. */
export function visibleRows({ memory, artifact }: VisibleFilters, bind: Bind): string {
  const passes = (filter: Filter): string => filterSql(filter, ENTRY, bind);
  return `case e.kind when 'memory' then ${passes(memory)} else ${passes(artifact)} end`;
}

/** The columns of the row `e` of `entries`. */
export const ENTRY = {
  id: 'e.id',
  namespaceId: 'e.namespace_id',
  agentId: "nullif(e.agent_id, '')",
  userId: 'e.user_id',
  tags: 'e.tags',
};
