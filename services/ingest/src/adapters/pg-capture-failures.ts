import type { Writer } from '@strata/kernel/actor';
import type { Database } from '@strata/platform/database/database';
import type { CaptureFailures } from '../capturing/capture-failures.ts';

const INSERT = `
  insert into failed_captures (tenant_id, environment, job_id, code, message, writer)
  select $1, $2, job_id, $4, $5, $6 from unnest($3::text[]) as job (job_id)
  on conflict do nothing`;

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
