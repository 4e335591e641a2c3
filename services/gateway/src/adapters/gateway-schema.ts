import type { ServiceSchema } from '@strata/platform/service/open-database';
import { AUDITOR_ROLE, LOOKUP_ROLE, RELAY_ROLE, SCHEMA, TENANT_ROLE } from './gateway-database.ts';

/** The gateway's part of the database. */
export const GATEWAY_SCHEMA: ServiceSchema = {
  schema: SCHEMA,
  role: TENANT_ROLE,
  extraRoles: [LOOKUP_ROLE, RELAY_ROLE, AUDITOR_ROLE],
  migrations: new URL('../../prisma/migrations', import.meta.url),
};
