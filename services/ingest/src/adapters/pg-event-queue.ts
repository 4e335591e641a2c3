import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { conflict } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { ClaimScope, EventQueue } from '../compiling/event-queue.ts';

const TAKE_LEASE = `
  insert into compile_leases (tenant_id, environment, job_id, expires_at)
  values ($1, $2, $3, now() + make_interval(secs => $4))
  on conflict (tenant_id, environment) do update set job_id = excluded.job_id, expires_at = excluded.expires_at
  where compile_leases.job_id = excluded.job_id or compile_leases.expires_at < now()`;

const HELD = 'select 1 from compile_leases where tenant_id = $1 and environment = $2 and job_id = $3 for update';

const UNCOMPILED = `
  tenant_id = $1 and environment = $2 and learned_at is null
  and ($3::text is null or agent_id = $3) and ($4::text is null or session_id = $4)
  and ($5::text[] is null or id = any($5))`;

interface ClaimedRow extends Omit<ClaimedEvent, 'seq' | 'occurredAt'> {
  seq: string;
  occurredAt: Date;
}

/** The queue of uncompiled events in PostgreSQL: a lease a partition, and a partial index over what is left. */
export const createPgEventQueue = (database: Database): EventQueue => ({
  claim: (scope, { jobId, of, afterSeq, limit, leaseSeconds }) =>
    database.inTenant(scope, async (tx) => {
      const taken = await tx.execute(TAKE_LEASE, [scope.tenantId, scope.environment, jobId, leaseSeconds]);
      if (taken === 0) throw conflict('Another job is compiling these events');
      const rows = await tx.query<ClaimedRow>(
        `select id, type, session_id as "sessionId", agent_id as "agentId", namespace_id as "namespaceId", tags, payload,
                occurred_at as "occurredAt", occurred_at_given as "occurredAtGiven", arrival as seq
         from events where ${UNCOMPILED} and arrival > $6 order by arrival limit $7`,
        [...scopeValues(scope, of), afterSeq ?? 0, limit],
      );
      return rows.map((row) => ({ ...row, seq: Number(row.seq), occurredAt: row.occurredAt.toISOString() }));
    }),

  count: (scope, of) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ count: string }>(
        `select count(*) from events where ${UNCOMPILED}`,
        scopeValues(scope, of),
      );
      return Number(row?.count ?? 0);
    }),

  complete: (scope, jobId, eventIds, release) =>
    database.inTenant(scope, async (tx) => {
      await requireLease(tx, scope, jobId);
      const completed = await tx.execute(
        'update events set learned_at = now() where tenant_id = $1 and environment = $2 and id = any($3) and learned_at is null',
        [scope.tenantId, scope.environment, eventIds],
      );
      if (release)
        await tx.execute('delete from compile_leases where tenant_id = $1 and environment = $2', [
          scope.tenantId,
          scope.environment,
        ]);
      return completed;
    }),
});

async function requireLease(tx: Transaction, scope: TenantScope, jobId: string): Promise<void> {
  const held = await tx.query(HELD, [scope.tenantId, scope.environment, jobId]);
  if (held.length === 0) throw conflict('The lease on these events was lost to another job');
}

const scopeValues = (scope: TenantScope, of: ClaimScope): unknown[] => [
  scope.tenantId,
  scope.environment,
  of.agentId ?? null,
  of.sessionId ?? null,
  of.eventIds ?? null,
];
