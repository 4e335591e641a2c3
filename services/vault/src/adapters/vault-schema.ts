import type { ServiceSchema } from '@strata/platform/service/open-database';

/** Reads the logs of all tenants' vaults, to verify them. Cannot write. */
export const AUDITOR_ROLE = 'strata_vault_auditor';

/**
 * Reads the wrapped data keys of all tenants' vaults. Cannot write: a data key is replaced with the rights of its tenant, in
 * one transaction with the entry in the vault's log.
 */
export const ROTATOR_ROLE = 'strata_vault_rotator';

/** The vault service's part of the database. */
export const VAULT_SCHEMA: ServiceSchema = {
  schema: 'vault',
  role: 'strata_vault',
  extraRoles: [AUDITOR_ROLE, ROTATOR_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
