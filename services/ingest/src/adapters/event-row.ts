import type { Event } from '@strata/contracts/schemas/event';
import type { FilterColumns } from '@strata/policy/filter-sql';

/** A row of `events`, as far as clients read it. */
export interface EventRow {
  seq: string;
  id: string;
  type: Event['type'];
  session_id: string;
  agent_id: string | null;
  namespace_id: string | null;
  tags: string[];
  payload: Record<string, unknown>;
  metadata: Record<string, unknown>;
  idempotency_key: string | null;
  occurred_at: Date;
  received_at: Date;
  secrets_replaced: number;
  learned_at: Date | null;
}

/** What policies look at of it. */
export const POLICY_COLUMNS: FilterColumns = {
  id: 'id',
  namespaceId: 'namespace_id',
  agentId: 'agent_id',
  tags: 'tags',
};

export const toEvent = (row: EventRow): Event => ({
  id: row.id,
  type: row.type,
  sessionId: row.session_id,
  agentId: row.agent_id,
  namespaceId: row.namespace_id,
  tags: row.tags,
  payload: row.payload,
  metadata: row.metadata,
  idempotencyKey: row.idempotency_key,
  occurredAt: row.occurred_at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  secretsReplaced: row.secrets_replaced,
  learnedAt: row.learned_at?.toISOString() ?? null,
});
