import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Selection } from '@strata/platform/reconcile/check';
import { distinctScopes, readScopes } from '@strata/platform/reconcile/key-pages';
import { RECONCILER_ROLE } from '../synthesis-schema.ts';

/** All terms of a tenant are counted in one statement. */
export const STATEMENT_TIMEOUT_MS = 1_800_000;

/** Runs one statement over what is stored of every tenant; it cannot write. */
export const readAll = <Row>(database: Database, sql: string, values: readonly unknown[]): Promise<Row[]> =>
  database.asRole(RECONCILER_ROLE, (tx) => tx.query<Row>(sql, values), { statementTimeoutMs: STATEMENT_TIMEOUT_MS });

/** The tenant scopes with entries, or figures of them. */
export const scopesOf =
  (database: Database) =>
  ({ tenantId }: Selection): Promise<TenantScope[]> =>
    database.asRole(RECONCILER_ROLE, async (tx) => {
      const scopes = await readScopes(tx, 'populations', tenantId);
      scopes.push(...(await readScopes(tx, 'synthesis_counts', tenantId)));
      scopes.push(...(await readScopes(tx, 'identifier_forms', tenantId)));
      for (const kind of ['memory', 'artifact'])
        scopes.push(...(await readScopes(tx, 'entries', tenantId, `kind = '${kind}'`)));
      return distinctScopes(scopes);
    });
