import type { FilterColumns } from '@strata/policy/filter-sql';

/** What policies look at of a row, in tables of memories and of artifacts alike. */
export const policyColumns = (table: string): FilterColumns => ({
  id: `${table}.id`,
  namespaceId: `${table}.namespace_id`,
  agentId: `${table}.agent_id`,
  tags: `${table}.tags`,
});
