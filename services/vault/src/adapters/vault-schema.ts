import type { ServiceSchema } from '@strata/platform/service/open-database';

/** Reads the logs of every tenant's vaults, to verify them; it changes nothing. */
export const AUDITOR_ROLE = 'strata_vault_auditor';

/**
 * Finds, across tenants, which vault's data key is wrapped under which key, and may unwrap it; it changes nothing. What is
 * wrapped anew is so as its tenant's, in one transaction with the entry in the vault's log.
 */
export const ROTATOR_ROLE = 'strata_vault_rotator';

/** The vault service's part of the database. */
export const VAULT_SCHEMA: ServiceSchema = {
  schema: 'vault',
  role: 'strata_vault',
  extraRoles: [AUDITOR_ROLE, ROTATOR_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
