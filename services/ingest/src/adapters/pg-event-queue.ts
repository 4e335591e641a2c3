import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { conflict } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { conditionOf, type FilterConditions } from '@strata/platform/database/filter-conditions';
import { filterSql } from '@strata/policy/filter-sql';
import type { ClaimFilter, EventQueue } from '../compiling/event-queue.ts';
import { POLICY_COLUMNS } from './event-row.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const TAKE_LEASE = `
  insert into compile_leases (tenant_id, environment, job_id, expires_at)
  values ($1, $2, $3, now() + make_interval(secs => $4))
  on conflict (tenant_id, environment) do update set job_id = excluded.job_id, expires_at = excluded.expires_at
  where compile_leases.job_id = excluded.job_id or compile_leases.expires_at < now()`;
const LOCK_LEASE = `select 1 from compile_leases where ${OWN} and job_id = $3 for update`;
const RELEASE_LEASE = `delete from compile_leases where ${OWN}`;

const COMPLETE = `update events set learned_at = now() where ${OWN} and id = any($3) and learned_at is null`;

/**
 * The compiler orders events by `arrival`. The column `seq`, the order of storing, can differ: writes are concurrent. What
 * is compiled holds at the latest from the arrival of its event.
 */
const CLAIMED_COLUMNS = `
  id, type, case when json_typeof(metadata -> 'taskId') in ('string', 'number') then left(metadata ->> 'taskId', 200) end as "taskId",
  session_id as "sessionId", agent_id as "agentId", namespace_id as "namespaceId", tags, payload,
  least(occurred_at, received_at) as "occurredAt", occurred_at_given as "occurredAtGiven", arrival::float8 as seq, writer`;

const CONDITIONS: FilterConditions<ClaimFilter> = {
  agentId: (agentId, bind) => `agent_id = ${bind(agentId)}`,
  sessionId: (sessionId, bind) => `session_id = ${bind(sessionId)}`,
  eventIds: (eventIds, bind) => `id = any(${bind(eventIds)}::text[])`,
};

interface ClaimedRow extends Omit<ClaimedEvent, 'occurredAt'> {
  readonly occurredAt: Date;
}

const uncompiled = (filter: ClaimFilter, bind: (value: unknown) => string): string =>
  `${OWN} and learned_at is null and ${conditionOf(filter, CONDITIONS, bind)}`;

/** Uncompiled events in PostgreSQL: one lease per tenant scope, and a partial index over the events. */
export const createPgEventQueue = (database: Database): EventQueue => ({
  claim: (scope, { jobId, scope: filter, afterSeq, limit, leaseSeconds }) =>
    database.inTenant(scope, async (tx) => {
      const taken = await tx.execute(TAKE_LEASE, [scope.tenantId, scope.environment, jobId, leaseSeconds]);
      if (taken === 0) throw conflict('Another job is compiling these events');
      const values: unknown[] = [scope.tenantId, scope.environment];
      const bind = bindTo(values);
      const rows = await tx.query<ClaimedRow>(
        `select ${CLAIMED_COLUMNS} from events
         where ${uncompiled(filter, bind)} and arrival > ${bind(afterSeq ?? 0)} order by arrival limit ${bind(limit)}`,
        values,
      );
      return rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }));
    }),

  count: (scope, filter, visible) =>
    database.inTenant(scope, async (tx) => {
      const values: unknown[] = [scope.tenantId, scope.environment];
      const bind = bindTo(values);
      const [row] = await tx.query<{ count: number }>(
        `select count(*)::float8 as count from events
         where ${uncompiled(filter, bind)} and ${filterSql(visible, POLICY_COLUMNS, bind)}`,
        values,
      );
      return row?.count ?? 0;
    }),

  complete: (scope, { jobId, eventIds, release }) =>
    database.inTenant(scope, async (tx) => {
      await requireLease(tx, scope, jobId);
      const completed = await tx.execute(COMPLETE, [scope.tenantId, scope.environment, eventIds]);
      if (release) await tx.execute(RELEASE_LEASE, [scope.tenantId, scope.environment]);
      return completed;
    }),
});

async function requireLease(tx: Transaction, scope: TenantScope, jobId: string): Promise<void> {
  const leases = await tx.query(LOCK_LEASE, [scope.tenantId, scope.environment, jobId]);
  if (leases.length === 0) throw conflict('The lease on these events was lost to another job');
}
