import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Selection } from '@strata/platform/reconcile/check';
import { distinctScopes, readScopes } from '@strata/platform/reconcile/key-pages';
import { RECONCILER_ROLE } from '../ingest-schema.ts';

/** All rows of a tenant are counted in one statement. */
const STATEMENT_TIMEOUT_MS = 600_000;
const TABLES = ['events', 'event_counts', 'open_sessions', 'batch_chunks'];

/** Runs one statement over what is stored of every tenant; it cannot write. */
export const readAll = <Row>(database: Database, sql: string, values: readonly unknown[]): Promise<Row[]> =>
  database.asRole(RECONCILER_ROLE, (tx) => tx.query<Row>(sql, values), { statementTimeoutMs: STATEMENT_TIMEOUT_MS });

/** The tenant scopes that have events, or once had. */
export const scopesOf =
  (database: Database) =>
  ({ tenantId }: Selection): Promise<TenantScope[]> =>
    database.asRole(RECONCILER_ROLE, async (tx) => {
      const scopes: TenantScope[] = [];
      for (const table of TABLES) scopes.push(...(await readScopes(tx, table, tenantId)));
      return distinctScopes(scopes);
    });
