import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '../database/database.ts';
import type { Selection } from './check.ts';
import { distinctScopes, readScopes } from './key-pages.ts';

export interface ReconcilerReadsParts {
  /** A role that may read the service's tables of every tenant, and write nothing. */
  readonly role: string;
  /** All rows of a tenant are counted in one statement. */
  readonly statementTimeoutMs: number;
  /** Tables in which a tenant scope shows, each with a condition that its index has, too. */
  readonly tables: readonly (readonly [table: string, where?: string])[];
}

/** What the checks of one service read its tables by. */
export const reconcilerReads = ({ role, statementTimeoutMs, tables }: ReconcilerReadsParts) => ({
  /** Runs one statement over what is stored of every tenant; it cannot write. */
  readAll: <Row>(database: Database, sql: string, values: readonly unknown[]): Promise<Row[]> =>
    database.asRole(role, (tx) => tx.query<Row>(sql, values), { statementTimeoutMs }),

  /** The tenant scopes that show in one of the tables. */
  scopesOf:
    (database: Database) =>
    ({ tenantId }: Selection): Promise<TenantScope[]> =>
      database.asRole(role, async (tx) => {
        const scopes: TenantScope[] = [];
        for (const [table, where] of tables) scopes.push(...(await readScopes(tx, table, tenantId, where)));
        return distinctScopes(scopes);
      }),
});
