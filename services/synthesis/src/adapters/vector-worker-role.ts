/** Reads the entries of all tenants; writes only vectors and their queue. */
export const VECTOR_WORKER_ROLE = 'strata_synthesis_worker';
