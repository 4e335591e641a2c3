import type { ServiceSchema } from '@strata/platform/service/open-database';

/** Looks up where an invitation belongs before the tenant is known. */
export const LOOKUP_ROLE = 'strata_enterprise_org_lookup';

/** Finds whose turn it is with the lifecycle sweep, across tenants; it sees nothing else. */
export const SWEEPER_ROLE = 'strata_enterprise_org_sweeper';

/** Reads the chains of every tenant's audit logs, to verify them; it changes nothing. */
export const AUDITOR_ROLE = 'strata_enterprise_org_auditor';

/** The enterprise-org service's part of the database. */
export const ORGANIZATION_SCHEMA: ServiceSchema = {
  schema: 'enterprise_org',
  role: 'strata_enterprise_org',
  extraRoles: [LOOKUP_ROLE, SWEEPER_ROLE, AUDITOR_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
