import type { ServiceSchema } from '@strata/platform/service/open-database';
import { VECTOR_WORKER_ROLE } from './vector-worker-role.ts';

/** Sends the commands in the outbox, and deletes old packs, of every tenant. */
export const RELAY_ROLE = 'strata_synthesis_relay';

/** Compares what is stored of every tenant. It changes nothing. */
export const RECONCILER_ROLE = 'strata_synthesis_reconciler';

const TENANT_ROLE = 'strata_synthesis';

/** The synthesis service's part of the database. */
export const SYNTHESIS_SCHEMA: ServiceSchema = {
  schema: 'synthesis',
  role: TENANT_ROLE,
  extraRoles: ['strata_synthesis_search', RELAY_ROLE, RECONCILER_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};

/** The vectors of its entries, which need pgvector. */
export const VECTORS_SCHEMA: ServiceSchema = {
  schema: 'synthesis_vectors',
  role: TENANT_ROLE,
  extraRoles: [VECTOR_WORKER_ROLE],
  migrations: new URL('../../migrations-vectors', import.meta.url),
};
