import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { UnchainedEntry } from '../audit/audit-entry.ts';
import type { AuditRecorder } from '../audit/record-audit.ts';
import { appendOnceToAuditLog, appendToAuditLog } from './pg-audit-log.ts';
import { readGovernance } from './pg-governance.ts';

const ORGANIZATION = 'select 1 from organizations where tenant_id = $1 and id = $2';

export interface PgAuditRecorder extends AuditRecorder {
  /** Appends one entry in its own transaction; does nothing if the organization is not of the tenant. */
  append(scope: TenantScope, organizationId: string, entry: UnchainedEntry): Promise<void>;
}

/** Appends entries that are not part of a change. */
export const createPgAuditRecorder = (database: Database): PgAuditRecorder => ({
  record: (scope, places, address) =>
    database.inTenant(
      scope,
      async (tx) => {
        const addressed = address(await readGovernance(tx, scope, places));
        // Always in the same order, so that concurrent transactions do not deadlock.
        for (const [organizationId, entries] of [...addressed].sort(([a], [b]) => (a < b ? -1 : 1)))
          await appendOnceToAuditLog(tx, scope, organizationId, entries);
      },
      { retry: true },
    ),

  append: (scope, organizationId, entry) =>
    database.inTenant(
      scope,
      async (tx) => {
        const found = await tx.query(ORGANIZATION, [scope.tenantId, organizationId]);
        if (found.length > 0) await appendToAuditLog(tx, scope, organizationId, [entry]);
      },
      { retry: true },
    ),
});
