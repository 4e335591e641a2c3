import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { subtractUncompiled, type GoneEvents } from './uncompiled-counts.ts';

const FORGET = `
  insert into forgotten_events (tenant_id, environment, event_id) select $1, $2, unnest($3::text[])
  on conflict do nothing`;

const COUNT_DELETED = `
  insert into event_counts (tenant_id, environment, month, events, deleted)
  select $1, $2, to_char(hour at time zone 'UTC', 'YYYY-MM'), 0, count(*) from unnest($3::timestamptz[]) as hour group by 3 order by 3
  on conflict (tenant_id, environment, month) do update set deleted = event_counts.deleted + excluded.deleted`;

/** Hours that are no longer kept stay away. */
const COUNT_DELETED_BY_HOUR = `
  update event_hours as known set deleted = known.deleted + gone.events
  from (select hour, count(*) as events from unnest($3::timestamptz[]) as hour group by hour) as gone
  where known.tenant_id = $1 and known.environment = $2 and known.hour = gone.hour`;

/** An event that a statement deleted. */
export interface DeletedRow extends Pick<GoneEvents, 'sessionId'> {
  readonly id: string;
  readonly isUncompiled: boolean;
  readonly namespaceId: string | null;
  readonly agentId: string | null;
  /** When the hour of its arrival began. */
  readonly hour: Date;
}

/** Columns that a statement which deletes events returns. */
export const DELETED_COLUMNS = `
  id, namespace_id as "namespaceId", agent_id as "agentId", session_id as "sessionId", learned_at is null as "isUncompiled",
  date_trunc('hour', received_at, 'UTC') as hour`;

/** Counts deleted events, and keeps their ids so that they are not stored again, in the transaction that deletes them. */
export async function forgetDeleted(tx: Transaction, scope: TenantScope, rows: readonly DeletedRow[]): Promise<void> {
  const own = [scope.tenantId, scope.environment];
  await tx.execute(FORGET, [...own, rows.map(({ id }) => id)]);
  const hours = rows.map(({ hour }) => hour);
  await tx.execute(COUNT_DELETED, [...own, hours]);
  await tx.execute(COUNT_DELETED_BY_HOUR, [...own, hours]);
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
