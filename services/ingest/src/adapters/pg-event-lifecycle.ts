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
import { DELETED_COLUMNS, forgetDeleted, type DeletedRow } from './forget-deleted.ts';

const OWN = 'tenant_id = $1 and environment = $2';
/** Less than the deadline of the call. */
const STATEMENT_TIMEOUT_MS = 3_500;

/** A policy for a single memory matches no event. A time that the client sent never makes an event younger than its arrival. */
const COLUMNS: DueColumns = { ...POLICY_COLUMNS, id: 'null::text', since: 'least(occurred_at, received_at)' };

/** The lifecycle of events in PostgreSQL. Skips rows that another transaction has locked; a later sweep gets them. */
export const createPgEventLifecycle = (database: Database, recordTombstones: RecordTombstones): EventLifecycle => ({
  delete: (scope, plan, limit) =>
    database.inTenant(
      scope,
      async (tx) => {
        const values: unknown[] = [scope.tenantId, scope.environment];
        const bind = bindTo(values);
        const due = dueSql(plan.rules, 'deleteAfterDays', COLUMNS, plan.now, bind);
        const found = await tx.query<{ seq: string }>(
          `select seq from events where ${OWN} and ${due} limit ${bind(limit)} for update skip locked`,
          values,
        );
        if (found.length === 0) return 0;
        // As values, they limit the statement to their months.
        const rows = await tx.query<DeletedRow>(
          `delete from events where ${OWN} and seq = any($3) returning ${DELETED_COLUMNS}`,
          [scope.tenantId, scope.environment, found.map(({ seq }) => seq)],
        );
        await forgetDeleted(tx, scope, rows);
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
