import type { Writer } from '@strata/kernel/actor';
import type { Database } from '@strata/platform/database/database';
import type { CaptureFailures } from '../capturing/capture-failures.ts';

const INSERT = `
  with recorded as (
    insert into failed_captures (tenant_id, environment, job_id, code, message, writer)
    select $1, $2, job_id, $4, $5, $6 from unnest($3::text[]) as job (job_id)
    on conflict do nothing
    returning job_id, at
  )
  insert into event_hours as known (tenant_id, environment, hour, failed)
  select $1, $2, date_trunc('hour', at, 'UTC'), count(*) from recorded
  -- Of events, and of those only that did not get into the store by another command.
  where job_id like 'cap\\_%' and not exists (
    select from event_ids as known
    where known.event_id = 'evt_' || substr(job_id, 5) and known.tenant_id = $1 and known.environment = $2)
  group by 3
  on conflict (tenant_id, environment, hour) do update set failed = known.failed + excluded.failed`;

/** Capture failures in PostgreSQL. */
export const createPgCaptureFailures = (database: Database): CaptureFailures => ({
  record: (scope, jobIds, { error: { code, message }, writer }) =>
    database.inTenant(scope, async (tx) => {
      const values = [scope.tenantId, scope.environment, jobIds, code, message, JSON.stringify(writer)];
      await tx.execute(INSERT, values);
    }),

  get: (scope, jobId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ code: string; message: string; writer: Writer; at: Date }>(
        'select code, message, writer, at from failed_captures where tenant_id = $1 and environment = $2 and job_id = $3',
        [scope.tenantId, scope.environment, jobId],
      );
      return row && { error: { code: row.code, message: row.message }, writer: row.writer, at: row.at };
    }),
});
