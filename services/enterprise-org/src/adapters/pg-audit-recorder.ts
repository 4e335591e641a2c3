import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { UnchainedEntry } from '../audit/entry.ts';
import type { AuditRecorder } from '../audit/record-audit.ts';
import { appendOnceToAuditLog, appendToAuditLog } from './pg-audit-log.ts';
import { readGovernance } from './pg-governance.ts';

const IS_OF_TENANT = 'select 1 from organizations where tenant_id = $1 and id = $2';

export interface PgAuditRecorder extends AuditRecorder {
  /** Appends one entry in a transaction of its own; nothing when the organization is not of the tenant. */
  append(scope: TenantScope, organizationId: string, entry: UnchainedEntry): Promise<void>;
}

/** Appends to audit logs what is no part of a change. */
export const createPgAuditRecorder = (database: Database): PgAuditRecorder => ({
  record: (scope, places, address) =>
    database.inTenant(
      scope,
      async (tx) => {
        const addressed = address(await readGovernance(tx, scope, places));
        // In one order everywhere, so that nobody waits for each other.
        for (const [organizationId, entries] of [...addressed].sort(([a], [b]) => (a < b ? -1 : 1)))
          await appendOnceToAuditLog(tx, scope, organizationId, entries);
      },
      { retry: true },
    ),

  append: (scope, organizationId, entry) =>
    database.inTenant(
      scope,
      async (tx) => {
        const found = await tx.query(IS_OF_TENANT, [scope.tenantId, organizationId]);
        if (found.length > 0) await appendToAuditLog(tx, scope, organizationId, [entry]);
      },
      { retry: true },
    ),
});
