import type { ServiceSchema } from '@strata/platform/service/open-database';

/** Looks up the organization of an invitation before its tenant is known. */
export const LOOKUP_ROLE = 'strata_enterprise_org_lookup';

/** Finds the tenants that are due for a lifecycle sweep; sees nothing else. */
export const SWEEPER_ROLE = 'strata_enterprise_org_sweeper';

/** Reads the audit logs of every tenant, to verify them; changes nothing. */
export const AUDITOR_ROLE = 'strata_enterprise_org_auditor';

/** Sends the commands in the outbox, of every tenant. */
export const RELAY_ROLE = 'strata_enterprise_org_relay';

/** The enterprise-org service's part of the database. */
export const ORGANIZATION_SCHEMA: ServiceSchema = {
  schema: 'enterprise_org',
  role: 'strata_enterprise_org',
  extraRoles: [LOOKUP_ROLE, SWEEPER_ROLE, AUDITOR_ROLE, RELAY_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
