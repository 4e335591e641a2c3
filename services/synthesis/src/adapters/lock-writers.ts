import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';

/** The first key of these advisory locks; no other lock of the database uses it. */
const LOCK_SPACE = 1_938_204_771;

const LOCK = 'select pg_advisory_xact_lock($1, hashtext($2))';

/**
 * Waits until no other transaction writes entries of the tenant scope. Writers take turns: the statistics stay exact, and
 * two batches cannot deadlock.
 */
export async function lockWriters(tx: Transaction, { tenantId, environment }: TenantScope): Promise<void> {
  await tx.query(LOCK, [LOCK_SPACE, `${tenantId}/${environment}`]);
}
