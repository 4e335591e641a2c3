import { recordAccesses } from '@strata/contracts/calls/organizations';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox, OutboxColumns } from '@strata/platform/outbox/command-outbox';
import type { UsageStore } from '../usage/usage-store.ts';
import { createGroupCommit } from './group-commit.ts';
import { LAST_WRITE } from './pg-index-changes.ts';

/** More rows than a pool has connections, so that two processes seldom wait for the same row. */
const SLOTS = 32;

/** The row of this connection for the hour $4 of a day. Slots below 32 are of the version before, which knew no hours. */
const SLOT = `($4::smallint + 1) * ${String(SLOTS)} + pg_backend_pid() % ${String(SLOTS)}`;

/**
 * Counts those of the syntheses in `$5` whose version is the last write of the scope, and returns their ids. One statement: it
 * reads the last write in the snapshot in which it counts, and every synthesis waits for it.
 */
const COUNT = `
  with counted as (
    select made.* from json_to_recordset($5)
      as made (id text, tokens bigint, shown text[], version text, command text, payload json, context json)
    where made.version is null or made.version = ${LAST_WRITE}
  ), kept_packs as (
    insert into packs (tenant_id, environment, id, shown) select $1, $2, id, shown from counted
  ), put_commands as (
    insert into command_outbox (tenant_id, environment, command, payload, context)
    select $1, $2, command, payload, context from counted where command is not null
  ), summed as (
    insert into synthesis_counts as kept (tenant_id, environment, day, hour, slot, syntheses, tokens)
    select $1, $2, $3, $4, ${SLOT}, count(*), sum(tokens) from counted having count(*) > 0
    on conflict (tenant_id, environment, day, slot) do update
    set syntheses = kept.syntheses + excluded.syntheses, tokens = kept.tokens + excluded.tokens
  )
  select id from counted`;

/**
 * Deletes the pack with its count, so that a day has as many packs as syntheses. Any row of the hour may go below zero: only
 * their sum counts.
 */
const TAKE_BACK = `
  with deleted as (delete from packs where tenant_id = $1 and environment = $2 and id = $5)
  insert into synthesis_counts as kept (tenant_id, environment, day, hour, slot, syntheses, tokens)
  values ($1, $2, $3, $4, ${SLOT}, -1, -$6::bigint)
  on conflict (tenant_id, environment, day, slot) do update
  set syntheses = kept.syntheses - 1, tokens = kept.tokens - $6::bigint`;

const READ = `
  select coalesce(sum(syntheses), 0) as syntheses from synthesis_counts
  where tenant_id = $1 and environment = $2 and day = $3`;

/** Days include what the version before counted; of that, the hour is not known. */
const SERIES = {
  day: `select day::timestamp at time zone 'UTC' as at, sum(syntheses)::float8 as packs, sum(tokens)::float8 as tokens
        from synthesis_counts
        where tenant_id = $1 and environment = $2 and day >= ($3::timestamptz at time zone 'UTC')::date
        group by 1`,
  hour: `select (day + hour * interval '1 hour') at time zone 'UTC' as at, sum(syntheses)::float8 as packs,
                sum(tokens)::float8 as tokens
         from synthesis_counts
         where tenant_id = $1 and environment = $2 and day >= ($3::timestamptz at time zone 'UTC')::date
           and (day + hour * interval '1 hour') at time zone 'UTC' >= $3::timestamptz
         group by 1`,
};

interface MadePack {
  readonly scope: TenantScope;
  readonly at: Date;
  readonly row: Partial<OutboxColumns> & {
    readonly id: string;
    readonly tokens: number;
    readonly shown: readonly string[];
    readonly version: string | null;
  };
}

/**
 * Counts of syntheses in PostgreSQL, a few rows per tenant scope and hour; and a row for each pack. Access records are sent through
 * the outbox. Syntheses of one tenant scope that end at the same time share a transaction.
 */
export function createPgUsageStore(database: Database, outbox: CommandOutbox): UsageStore {
  const commit = createGroupCommit<MadePack, boolean>({
    keyOf: ({ scope: { tenantId, environment }, at }) => [environment, tenantId, ...hourOf(at)].join('/'),
    commit: async (packs) => {
      const [{ scope, at }] = packs;
      const values = [scope.tenantId, scope.environment, ...hourOf(at), JSON.stringify(packs.map(({ row }) => row))];
      const [rows] = await database.runInTenant(scope, [{ name: 'count_syntheses', sql: COUNT, values }]);
      const counted = new Set((rows as { id: string }[]).map(({ id }) => id));
      return packs.map(({ row }) => counted.has(row.id));
    },
  });
  return {
    count: async (context, { at, packId, tokens, shown, report, version }) => {
      const command = report === null ? {} : outbox.columnsOf(recordAccesses, report, context);
      const isCounted = await commit({
        scope: context.scope,
        at,
        row: { id: packId, tokens, shown, version, ...command },
      });
      if (isCounted && report !== null) outbox.wake();
      return isCounted;
    },
    takeBack: async (scope, { at, packId, tokens }) => {
      const values = [scope.tenantId, scope.environment, ...hourOf(at), packId, tokens];
      await database.runInTenant(scope, [{ sql: TAKE_BACK, values }]);
    },
    read: (scope, day) =>
      database.inTenant(scope, async (tx) => {
        const [row] = await tx.query<{ syntheses: string }>(READ, [scope.tenantId, scope.environment, day]);
        return Number(row?.syntheses ?? 0);
      }),
    series: (scope, { bucket, since }) =>
      database.inTenant(scope, async (tx) => {
        const rows = await tx.query<{ at: Date; packs: number; tokens: number }>(SERIES[bucket], [
          scope.tenantId,
          scope.environment,
          since,
        ]);
        return rows.map(({ at, ...figures }) => ({ at: at.toISOString(), ...figures }));
      }),
  };
}

/** The day, `YYYY-MM-DD`, and its hour in UTC. */
const hourOf = (at: Date): readonly [string, number] => [at.toISOString().slice(0, 10), at.getUTCHours()];
