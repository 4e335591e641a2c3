import type { Event } from '@strata/contracts/schemas/event';
import type { FilterColumns } from '@strata/policy/filter-sql';

/** The columns that an `EventRow` is made of. */
export const EVENT_COLUMNS = `
  id, type, session_id as "sessionId", agent_id as "agentId", namespace_id as "namespaceId", user_id as "userId", tags,
  payload, metadata, idempotency_key as "idempotencyKey", occurred_at as "occurredAt", received_at as "receivedAt",
  secrets_replaced as "secretsReplaced", writer, learned_at as "learnedAt"`;

type Times = 'occurredAt' | 'receivedAt';

/** An event in the table `events`. */
export interface EventRow extends Omit<Event, Times | 'learnedAt'>, Record<Times, Date> {
  readonly learnedAt: Date | null;
}

/** The columns that policies depend on. */
export const POLICY_COLUMNS: FilterColumns = {
  id: 'id',
  namespaceId: 'namespace_id',
  agentId: 'agent_id',
  userId: 'user_id',
  tags: 'tags',
};

export const toEvent = (row: EventRow): Event => ({
  ...row,
  occurredAt: row.occurredAt.toISOString(),
  receivedAt: row.receivedAt.toISOString(),
  learnedAt: row.learnedAt?.toISOString() ?? null,
});
