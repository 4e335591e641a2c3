import type { Database } from '@strata/platform/database/database';
import type { UsageStore } from '../usage/usage-store.ts';

const ADD = `
  insert into synthesis_counts as kept (tenant_id, environment, day, syntheses) values ($1, $2, $3, $4)
  on conflict (tenant_id, environment, day) do update set syntheses = kept.syntheses + excluded.syntheses`;

const READ = 'select syntheses from synthesis_counts where tenant_id = $1 and environment = $2 and day = $3';

/** Counts of syntheses in PostgreSQL, a row for each partition and day. */
export const createPgUsageStore = (database: Database): UsageStore => ({
  add: (scope, day, syntheses) =>
    database.inTenant(scope, async (tx) => {
      await tx.execute(ADD, [scope.tenantId, scope.environment, day, syntheses]);
    }),
  read: (scope, day) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ syntheses: string }>(READ, [scope.tenantId, scope.environment, day]);
      return Number(row?.syntheses ?? 0);
    }),
});
