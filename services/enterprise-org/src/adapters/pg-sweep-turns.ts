import type { Database } from '@strata/platform/database/database';
import type { SweepTurn, SweepTurns } from '../lifecycle/sweep-turns.ts';
import { SWEEPER_ROLE } from './organization-schema.ts';

const TAKE = `
  update lifecycle_sweeps set worker = $1, leased_until = now() + make_interval(secs => $2)
  where tenant_id = (
    select tenant_id from lifecycle_sweeps
    where due_at <= now() and (leased_until is null or leased_until < now())
    order by due_at, tenant_id limit 1 for update skip locked)
  returning tenant_id as "tenantId"`;

const KEEP = `
  update lifecycle_sweeps set leased_until = now() + make_interval(secs => $3) where tenant_id = $1 and worker = $2`;

const END = `
  update lifecycle_sweeps set worker = null, leased_until = null, due_at = case
    when not $2 then now()
    when not $3 or exists (select 1 from lifecycle_policies where tenant_id = $1) then now() + make_interval(secs => $4)
    else 'infinity' end
  where tenant_id = $1`;

/** Sweep turns in PostgreSQL. Uses the database's clock, so that workers with different clocks agree on leases. */
export const createPgSweepTurns = (database: Database): SweepTurns => ({
  take: (worker, leaseSeconds) =>
    database.asRole(SWEEPER_ROLE, async (tx) => {
      const [turn] = await tx.query<SweepTurn>(TAKE, [worker, leaseSeconds]);
      return turn;
    }),

  keep: async ({ tenantId }, worker, leaseSeconds) =>
    (await database.asRole(SWEEPER_ROLE, (tx) => tx.execute(KEEP, [tenantId, worker, leaseSeconds]))) === 1,

  end: (scope, worker, { isDone, mayRest, afterSeconds }) =>
    database.inTenant(scope, async (tx) => {
      // Locked first: END sees a policy that is being created, or the creation sees the row as END leaves it.
      const locked = await tx.query('select 1 from lifecycle_sweeps where tenant_id = $1 and worker = $2 for update', [
        scope.tenantId,
        worker,
      ]);
      if (locked.length > 0) await tx.execute(END, [scope.tenantId, isDone, mayRest, afterSeconds]);
    }),
});
