import type { ServiceSchema } from '@strata/platform/service/open-database';

/** The ingest service's part of the database. */
export const INGEST_SCHEMA: ServiceSchema = {
  schema: 'ingest',
  role: 'strata_ingest',
  migrations: new URL('../../prisma/migrations', import.meta.url),
};
