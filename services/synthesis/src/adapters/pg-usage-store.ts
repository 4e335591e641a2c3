import { recordAccesses } from '@strata/contracts/calls/organizations';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox, OutboxColumns } from '@strata/platform/outbox/command-outbox';
import type { UsageStore } from '../usage/usage-store.ts';
import { createGroupCommit } from './group-commit.ts';
import { LAST_WRITE } from './pg-index-changes.ts';

/** More rows than a pool has connections, so that two processes seldom wait for the same row. */
const SLOTS = 32;

/**
 * Counts those of the syntheses in `$4` whose version is the last write of the scope, and returns their ids. One statement: it
 * reads the last write in the snapshot in which it counts, and every synthesis waits for it.
 */
const COUNT = `
  with counted as (
    select made.* from json_to_recordset($4)
      as made (id text, shown text[], version text, command text, payload json, context json)
    where made.version is null or made.version = ${LAST_WRITE}
  ), kept_packs as (
    insert into packs (tenant_id, environment, id, shown) select $1, $2, id, shown from counted
  ), put_commands as (
    insert into command_outbox (tenant_id, environment, command, payload, context)
    select $1, $2, command, payload, context from counted where command is not null
  ), summed as (
    insert into synthesis_counts as kept (tenant_id, environment, day, slot, syntheses)
    select $1, $2, $3, pg_backend_pid() % ${String(SLOTS)}, count(*) from counted having count(*) > 0
    on conflict (tenant_id, environment, day, slot) do update set syntheses = kept.syntheses + excluded.syntheses
  )
  select id from counted`;

/**
 * Deletes the pack with its count, so that a day has as many packs as syntheses. Any row of the day may go below zero: only their
 * sum counts.
 */
const TAKE_BACK = `
  with deleted as (delete from packs where tenant_id = $1 and environment = $2 and id = $4)
  insert into synthesis_counts as kept (tenant_id, environment, day, slot, syntheses)
  values ($1, $2, $3, pg_backend_pid() % ${String(SLOTS)}, -1)
  on conflict (tenant_id, environment, day, slot) do update set syntheses = kept.syntheses - 1`;

const READ = `
  select coalesce(sum(syntheses), 0) as syntheses from synthesis_counts
  where tenant_id = $1 and environment = $2 and day = $3`;

interface MadePack {
  readonly scope: TenantScope;
  readonly day: string;
  readonly row: Partial<OutboxColumns> & {
    readonly id: string;
    readonly shown: readonly string[];
    readonly version: string | null;
  };
}

/**
 * Counts of syntheses in PostgreSQL, a few rows per tenant scope and day; and a row for each pack. Access records are sent through
 * the outbox. Syntheses of one tenant scope that end at the same time share a transaction.
 */
export function createPgUsageStore(database: Database, outbox: CommandOutbox): UsageStore {
  const commit = createGroupCommit<MadePack, boolean>({
    keyOf: ({ scope: { tenantId, environment }, day }) => `${environment}/${tenantId}/${day}`,
    commit: async (packs) => {
      const [{ scope, day }] = packs;
      const values = [scope.tenantId, scope.environment, day, JSON.stringify(packs.map(({ row }) => row))];
      const [rows] = await database.runInTenant(scope, [{ name: 'count_syntheses', sql: COUNT, values }]);
      const counted = new Set((rows as { id: string }[]).map(({ id }) => id));
      return packs.map(({ row }) => counted.has(row.id));
    },
  });
  return {
    count: async (context, { day, packId, shown, report, version }) => {
      const command = report === null ? {} : outbox.columnsOf(recordAccesses, report, context);
      const isCounted = await commit({ scope: context.scope, day, row: { id: packId, shown, version, ...command } });
      if (isCounted && report !== null) outbox.wake();
      return isCounted;
    },
    takeBack: async (scope, { day, packId }) => {
      const values = [scope.tenantId, scope.environment, day, packId];
      await database.runInTenant(scope, [{ sql: TAKE_BACK, values }]);
    },
    read: (scope, day) =>
      database.inTenant(scope, async (tx) => {
        const [row] = await tx.query<{ syntheses: string }>(READ, [scope.tenantId, scope.environment, day]);
        return Number(row?.syntheses ?? 0);
      }),
  };
}
