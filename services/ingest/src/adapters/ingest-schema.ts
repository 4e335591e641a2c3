import type { ServiceSchema } from '@strata/platform/service/open-database';

/** The role that sends the commands in the outbox, of every tenant. */
export const RELAY_ROLE = 'strata_ingest_relay';

/** The ingest service's part of the database. */
export const INGEST_SCHEMA: ServiceSchema = {
  schema: 'ingest',
  role: 'strata_ingest',
  extraRoles: [RELAY_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
