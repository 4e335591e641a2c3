import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Selection } from '@strata/platform/reconcile/check';
import { distinctScopes, readScopes } from '@strata/platform/reconcile/key-pages';
import { RECONCILER_ROLE } from '../learn-schema.ts';

/** All rows of a tenant are counted in one statement. */
const STATEMENT_TIMEOUT_MS = 600_000;
const TABLES = ['sessions', 'artifacts', 'jobs', 'steps', 'changed_scopes', 'session_summaries', 'scope_summaries'];

/** Runs one statement over what is stored of every tenant; it cannot write. */
export const readAll = <Row>(database: Database, sql: string, values: readonly unknown[]): Promise<Row[]> =>
  database.asRole(RECONCILER_ROLE, (tx) => tx.query<Row>(sql, values), { statementTimeoutMs: STATEMENT_TIMEOUT_MS });

/** The tenant scopes with anything learned, or jobs. */
export const scopesOf =
  (database: Database) =>
  ({ tenantId }: Selection): Promise<TenantScope[]> =>
    database.asRole(RECONCILER_ROLE, async (tx) => {
      const scopes = await readScopes(tx, 'memories', tenantId, 'not is_side_text');
      for (const table of TABLES) scopes.push(...(await readScopes(tx, table, tenantId)));
      return distinctScopes(scopes);
    });
