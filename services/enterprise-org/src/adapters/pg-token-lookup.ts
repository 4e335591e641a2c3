import type { Database } from '@strata/platform/database/database';
import { LOOKUP_ROLE } from './organization-schema.ts';

/** Where a token belongs. */
export interface TokenPlace {
  readonly tenantId: string;
  readonly organizationId: string;
}

/** Finds an invitation or a password reset before its tenant is known. Row-level security shows only the row with this hash. */
export const createPgTokenLookup =
  (database: Database, table: 'members' | 'password_resets') =>
  (tokenHash: string): Promise<TokenPlace | undefined> =>
    database.asRole(LOOKUP_ROLE, async (tx) => {
      await tx.query("select set_config('strata.lookup', $1, true)", [tokenHash]);
      const rows = await tx.query<TokenPlace>(
        `select tenant_id as "tenantId", organization_id as "organizationId" from ${table} where token_hash = $1`,
        [tokenHash],
      );
      return rows[0];
    });
