import type { ServiceSchema } from '@strata/platform/service/open-database';

/** The role that sends the commands in the outbox, of every tenant. */
export const RELAY_ROLE = 'strata_ingest_relay';

/** The role that looks for due sessions of every tenant. It sees whose they are, nothing else. */
export const SCHEDULER_ROLE = 'strata_ingest_scheduler';

/** The role that compares what is stored of every tenant. It changes nothing. */
export const RECONCILER_ROLE = 'strata_ingest_reconciler';

/** The ingest service's part of the database. */
export const INGEST_SCHEMA: ServiceSchema = {
  schema: 'ingest',
  role: 'strata_ingest',
  extraRoles: [RELAY_ROLE, SCHEDULER_ROLE, RECONCILER_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
