import type { DueColumns } from '@strata/policy/lifecycle-sql';
import { policyColumns } from './policy-columns.ts';

/** What a lifecycle looks at of a memory: it is as old as its newest evidence, or as its restoration. */
export const memoryColumns: DueColumns = {
  ...policyColumns('memories'),
  since: 'greatest(coalesce(memories.valid_to, memories.valid_from), memories.restored_at)',
};

/** And of the steps of an event, which has no tags here: no lifecycle looks at them. */
export const stepColumns: DueColumns = {
  id: 'null::text',
  tags: `'{}'::text[]`,
  since: 'steps.occurred_at',
  namespaceId: `nullif(steps.namespace_id, '')`,
  agentId: `nullif(steps.agent_id, '')`,
};
