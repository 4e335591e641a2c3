import type { Database } from '@strata/platform/database/database';
import { LOOKUP_ROLE } from './organization-schema.ts';

/** Finds an invitation before its tenant is known. Row-level security shows only the row with this hash. */
export const createPgInvitationLookup =
  (database: Database) =>
  (tokenHash: string): Promise<{ tenantId: string; organizationId: string } | undefined> =>
    database.asRole(LOOKUP_ROLE, async (tx) => {
      await tx.query("select set_config('strata.lookup', $1, true)", [tokenHash]);
      const rows = await tx.query<{ tenantId: string; organizationId: string }>(
        `select tenant_id as "tenantId", organization_id as "organizationId" from members where token_hash = $1`,
        [tokenHash],
      );
      return rows[0];
    });
