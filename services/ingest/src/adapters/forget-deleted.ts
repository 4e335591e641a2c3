import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { subtractUncompiled, type GoneEvents } from './uncompiled-counts.ts';

const FORGET = `
  insert into forgotten_events (tenant_id, environment, event_id) select $1, $2, unnest($3::text[])
  on conflict do nothing`;

const COUNT_DELETED = `
  insert into event_counts (tenant_id, environment, month, events, deleted)
  select $1, $2, month, 0, count(*) from unnest($3::text[]) as month group by month order by month
  on conflict (tenant_id, environment, month) do update set deleted = event_counts.deleted + excluded.deleted`;

/** An event that a statement deleted. */
export interface DeletedRow extends Pick<GoneEvents, 'sessionId'> {
  readonly id: string;
  readonly isUncompiled: boolean;
  readonly namespaceId: string | null;
  readonly agentId: string | null;
  readonly month: string;
}

/** Columns that a statement which deletes events returns. */
export const DELETED_COLUMNS = `
  id, namespace_id as "namespaceId", agent_id as "agentId", session_id as "sessionId", learned_at is null as "isUncompiled",
  to_char(received_at at time zone 'UTC', 'YYYY-MM') as month`;

/** Counts deleted events, and keeps their ids so that they are not stored again, in the transaction that deletes them. */
export async function forgetDeleted(tx: Transaction, scope: TenantScope, rows: readonly DeletedRow[]): Promise<void> {
  const own = [scope.tenantId, scope.environment];
  await tx.execute(FORGET, [...own, rows.map(({ id }) => id)]);
  await tx.execute(COUNT_DELETED, [...own, rows.map(({ month }) => month)]);
  await subtractUncompiled(tx, scope, uncompiledOf(rows));
}

/** The uncompiled events, one entry for each session. */
function uncompiledOf(rows: readonly DeletedRow[]): GoneEvents[] {
  const bySession = new Map<string, GoneEvents>();
  for (const { agentId, namespaceId, sessionId, isUncompiled } of rows) {
    if (!isUncompiled) continue;
    const session = { agentId: agentId ?? '', namespaceId: namespaceId ?? '', sessionId };
    const key = JSON.stringify(Object.values(session));
    bySession.set(key, { ...session, count: (bySession.get(key)?.count ?? 0) + 1 });
  }
  return [...bySession.values()];
}
