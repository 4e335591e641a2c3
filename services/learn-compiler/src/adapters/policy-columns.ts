import type { FilterColumns } from '@strata/policy/filter-sql';

/** The columns that policies look at, in the tables of memories and artifacts. */
export const policyColumns = (table: string): FilterColumns => ({
  id: `${table}.id`,
  namespaceId: `${table}.namespace_id`,
  agentId: `${table}.agent_id`,
  userId: `${table}.user_id`,
  tags: `${table}.tags`,
});
