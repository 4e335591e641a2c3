import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { scopeCheck } from '@strata/platform/reconcile/scope-check';
import { readAll, scopesOf } from './reconciler.ts';

/** The messages of a batch are handled one after the other; a stop of the service can come between two. */
const GRACE_MINUTES = 15;

const UNFINISHED = `
  select batch_id as id, sum(events)::float8 as stored, min(total)::float8 as total
  from batch_chunks as chunks where tenant_id = $1 and environment = $2 and not exists (
    select from failed_captures as failed
    where failed.tenant_id = $1 and failed.environment = $2 and failed.job_id = chunks.batch_id)
  group by batch_id
  having sum(events) <> min(total) and max(stored_at) < now() - interval '${String(GRACE_MINUTES)} minutes'
  order by batch_id limit 1000`;

/** The jobs of batches with the parts that were stored: one that is not whole reports `active` for ever. */
export const batchesCheck = (database: Database): Check =>
  scopeCheck({
    name: 'batches',
    compares: `The events of each batch, ${String(GRACE_MINUTES)} minutes after its last part, with the number that was accepted`,
    advice: 'A part of it was lost, or waits at the broker: look for dead letters of ingest.storeEvents.',
    scopes: scopesOf(database),
    findIn: async ({ tenantId, environment }) => {
      const rows = await readAll<{ id: string; stored: number; total: number }>(database, UNFINISHED, [
        tenantId,
        environment,
      ]);
      return rows.map(({ id, stored, total }) => ({
        id,
        message: `${String(stored)} of ${String(total)} events were stored`,
      }));
    },
  });
