import type { TenantScope } from '@strata/kernel/tenant-scope';
import { createPgLogReader } from '@strata/platform/audit/pg-log-reader';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { auditCheck } from '@strata/platform/reconcile/audit-check';
import type { Check, Selection } from '@strata/platform/reconcile/check';
import { openDatabase } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { tenantsOf, vaultItemChecks } from './adapters/reconcile/vault-items.ts';
import { VAULT_LOGS } from './adapters/vault-logs.ts';
import { VAULT_SCHEMA } from './adapters/vault-schema.ts';

/** The checks of the vault, and what comparisons with other services need of it. */
export interface VaultReconciliation {
  readonly checks: readonly Check[];
  /** One tenant scope for each tenant with vaults. */
  readonly scopes: (selection: Selection) => Promise<readonly TenantScope[]>;
}

/** Opens the database of the vault for `npm run reconcile`. Opens no key. Errors: `unavailable`. */
export async function openVaultReconciliation(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<VaultReconciliation> {
  const database = stack.use(await openDatabase(VAULT_SCHEMA, { DATABASE_POOL_SIZE: 1 }, parts));
  return {
    checks: [auditCheck('vaults', createPgLogReader(database, VAULT_LOGS)), ...vaultItemChecks(database)],
    scopes: tenantsOf(database),
  };
}
