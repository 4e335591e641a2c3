import type { Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import type { Visible } from '../synthesis/search-index.ts';

export type Bind = (value: unknown) => string;

/** Whether the row `e` of `entries` passes its kind's filter, as SQL; what an artifact rests on is not looked at. */
export function visibleRows({ memory, artifact }: Visible, bind: Bind): string {
  const passes = (filter: Filter): string => filterSql(filter, ENTRY, bind);
  return `case e.kind when 'memory' then ${passes(memory)} else ${passes(artifact)} end`;
}

/** The parts of the row `e` of `entries`. */
export const ENTRY = {
  id: 'e.id',
  namespaceId: 'e.namespace_id',
  agentId: "nullif(e.agent_id, '')",
  tags: 'e.tags',
};
