import { recordAccesses } from '@strata/contracts/calls/organizations';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { UsageStore } from '../usage/usage-store.ts';

/** More rows than a pool has connections, so that two counts at the same time seldom wait for the same row. */
const SLOTS = 32;

const COUNT = `
  with kept_pack as (insert into packs (tenant_id, environment, id, shown) values ($1, $2, $4, $5))
  insert into synthesis_counts as kept (tenant_id, environment, day, slot, syntheses)
  values ($1, $2, $3, pg_backend_pid() % ${String(SLOTS)}, 1)
  on conflict (tenant_id, environment, day, slot) do update set syntheses = kept.syntheses + 1`;

const READ = `
  select coalesce(sum(syntheses), 0) as syntheses from synthesis_counts
  where tenant_id = $1 and environment = $2 and day = $3`;

/** Counts of syntheses in PostgreSQL, a few rows per tenant scope and day; and a row for each pack. Access records are sent through the outbox. */
export const createPgUsageStore = (database: Database, outbox: CommandOutbox): UsageStore => ({
  count: async (context, day, { packId, shown }, report) => {
    const { scope } = context;
    const count = {
      name: 'count_synthesis',
      sql: COUNT,
      values: [scope.tenantId, scope.environment, day, packId, shown],
    };
    // In one round trip: every synthesis waits for it.
    await database.runInTenant(
      scope,
      report === null ? [count] : [count, outbox.statement(recordAccesses, report, context)],
    );
    if (report !== null) outbox.wake();
  },
  read: (scope, day) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ syntheses: string }>(READ, [scope.tenantId, scope.environment, day]);
      return Number(row?.syntheses ?? 0);
    }),
});
