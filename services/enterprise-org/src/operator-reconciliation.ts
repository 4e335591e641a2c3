import type { TenantScope } from '@strata/kernel/tenant-scope';
import { createPgLogReader } from '@strata/platform/audit/pg-log-reader';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { auditCheck } from '@strata/platform/reconcile/audit-check';
import type { Check, Selection } from '@strata/platform/reconcile/check';
import { outboxCheck } from '@strata/platform/reconcile/outbox-check';
import { openDatabase } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { ORGANIZATION_LOGS } from './adapters/organization-logs.ts';
import { ORGANIZATION_SCHEMA, RELAY_ROLE } from './adapters/organization-schema.ts';
import { lifecycleSweepsCheck, sweptTenants, tenantsOf } from './adapters/reconcile/lifecycle-sweeps.ts';

/** The checks of enterprise-org, and what comparisons with other services need of it. */
export interface OrganizationReconciliation {
  readonly checks: readonly Check[];
  /** Those that find work which waits while the services do not run. */
  readonly whileRunning: readonly Check[];
  /** One tenant scope for each tenant with organizations. */
  readonly scopes: (selection: Selection) => Promise<readonly TenantScope[]>;
  /** Those of the tenants whose data is being deleted or archived by age, or is to be. */
  readonly sweptTenants: (tenantIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Opens the database of enterprise-org for `npm run reconcile`. Errors: `unavailable`. */
export async function openOrganizationReconciliation(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
  isRunning: boolean,
): Promise<OrganizationReconciliation> {
  const database = stack.use(await openDatabase(ORGANIZATION_SCHEMA, { DATABASE_POOL_SIZE: 1 }, parts));
  return {
    checks: [
      auditCheck('organizations', createPgLogReader(database, ORGANIZATION_LOGS)),
      lifecycleSweepsCheck(database, isRunning),
    ],
    whileRunning: [outboxCheck({ service: 'enterprise-org', database, relayRole: RELAY_ROLE })],
    scopes: tenantsOf(database),
    sweptTenants: sweptTenants(database),
  };
}
