import { policyIdsOf, ruleOf, type LifecyclePlan } from '@strata/policy/lifecycle-rules';
import { groupByPlace } from '@strata/policy/place';
import { byPolicies, type Tombstone } from '@strata/policy/tombstones';
import { MOST_SAMPLES } from '@strata/contracts/schemas/lifecycle';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import { dueSql, type DueColumns } from '@strata/policy/lifecycle-sql';
import type { RecordTombstones } from '@strata/policy/record-tombstones';
import type { EventLifecycle } from '../lifecycle/event-lifecycle.ts';
import { POLICY_COLUMNS } from './event-row.ts';
import { subtractUncompiled, type GoneEvents } from './uncompiled-counts.ts';

const OWN = 'tenant_id = $1 and environment = $2';
/** Less than the deadline of the call. */
const STATEMENT_TIMEOUT_MS = 3_500;

/** A policy for a single memory matches no event. A time that the client sent never makes an event younger than its arrival. */
const COLUMNS: DueColumns = { ...POLICY_COLUMNS, id: 'null::text', since: 'least(occurred_at, received_at)' };

const FORGET = `
  insert into forgotten_events (tenant_id, environment, event_id) select $1, $2, unnest($3::text[])
  on conflict do nothing`;

const COUNT_DELETED = `
  insert into event_counts (tenant_id, environment, month, events, deleted)
  select $1, $2, month, 0, count(*) from unnest($3::text[]) as month group by month order by month
  on conflict (tenant_id, environment, month) do update set deleted = event_counts.deleted + excluded.deleted`;

interface DeletedRow extends Pick<GoneEvents, 'sessionId'> {
  readonly id: string;
  readonly isUncompiled: boolean;
  readonly namespaceId: string | null;
  readonly agentId: string | null;
  readonly month: string;
}

/** The lifecycle of events in PostgreSQL. Skips rows that another transaction has locked; a later sweep gets them. */
export const createPgEventLifecycle = (database: Database, recordTombstones: RecordTombstones): EventLifecycle => ({
  delete: (scope, plan, limit) =>
    database.inTenant(
      scope,
      async (tx) => {
        const values: unknown[] = [scope.tenantId, scope.environment];
        const bind = bindTo(values);
        const due = dueSql(plan.rules, 'deleteAfterDays', COLUMNS, plan.now, bind);
        const rows = await tx.query<DeletedRow>(
          `delete from events where ${OWN} and seq = any(array(
             select seq from events where ${OWN} and ${due} limit ${bind(limit)} for update skip locked))
           returning id, namespace_id as "namespaceId", agent_id as "agentId", session_id as "sessionId",
                     learned_at is null as "isUncompiled",
                     to_char(received_at at time zone 'UTC', 'YYYY-MM') as month`,
          values,
        );
        if (rows.length === 0) return 0;
        const own = [scope.tenantId, scope.environment];
        await tx.execute(FORGET, [...own, rows.map(({ id }) => id)]);
        await tx.execute(COUNT_DELETED, [...own, rows.map(({ month }) => month)]);
        await subtractUncompiled(tx, scope, uncompiledOf(rows));
        await recordTombstones(tx, scope, tombstonesOf(rows, plan));
        return rows.length;
      },
      { retry: true },
    ),

  preview: (scope, { rules, now }, most, visible) =>
    database.inTenant(
      scope,
      async (tx) => {
        const values: unknown[] = [scope.tenantId, scope.environment];
        const due = `${OWN} and ${dueSql(rules, 'deleteAfterDays', COLUMNS, now, bindTo(values))}`;
        const [row] = await tx.query<{ count: number }>(
          `select count(*)::integer as count from (
             select 1 from events where ${due} limit ${String(most + 1)}) as due`,
          values,
        );
        const isVisible = filterSql(visible, POLICY_COLUMNS, bindTo(values));
        const samples = await tx.query<{ id: string }>(
          `select id from events where ${due} and ${isVisible} limit ${String(MOST_SAMPLES)}`,
          values,
        );
        const count = row?.count ?? 0;
        return { count: Math.min(count, most), isTruncated: count > most, samples: samples.map(({ id }) => id) };
      },
      { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    ),
});

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

/** One for each place, because there are many events; all events of a place are under the same rule. */
function tombstonesOf(rows: readonly DeletedRow[], { rules }: LifecyclePlan): Tombstone[] {
  const placed = rows.map(({ id, namespaceId, agentId }) => ({ id, place: { namespaceId, agentId } }));
  return groupByPlace(placed).map(({ place, items }): Tombstone => {
    const subject = { ...place, id: null, tags: [] };
    const rule = ruleOf(rules, subject);
    const ids = items.map(({ id }) => id);
    return {
      action: 'event.delete',
      resourceId: null,
      place,
      before: { count: ids.length, ids },
      after: null,
      reason: byPolicies(rule === undefined ? [] : policyIdsOf(rule, subject)),
    };
  });
}
