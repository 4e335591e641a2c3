import type { DueColumns } from '@strata/policy/lifecycle-sql';
import { policyColumns } from './policy-columns.ts';

/** What lifecycle rules look at in a memory. Its age counts from its newest evidence, or from its restoration. */
export const memoryColumns: DueColumns = {
  ...policyColumns('memories'),
  since: 'greatest(coalesce(memories.last_said, memories.valid_from), memories.restored_at)',
};

/** What lifecycle rules look at in a step. They look at no tags, and a step has no id of its own. */
export const stepColumns: DueColumns = {
  id: 'null::text',
  tags: `'{}'::text[]`,
  since: 'steps.occurred_at',
  namespaceId: `nullif(steps.namespace_id, '')`,
  agentId: `nullif(steps.agent_id, '')`,
  userId: 'steps.user_id',
};
