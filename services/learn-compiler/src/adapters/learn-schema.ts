import type { ServiceSchema } from '@strata/platform/service/open-database';

/** The role that looks for work across tenants. It sees jobs, and which tenant scopes have a backlog, nothing else. */
export const SCHEDULER_ROLE = 'strata_learn_scheduler';

/** The role that sends the commands in the outbox, of every tenant. */
export const RELAY_ROLE = 'strata_learn_relay';

/** The role that compares what is stored of every tenant. It changes nothing. */
export const RECONCILER_ROLE = 'strata_learn_reconciler';

/** The schema of the learn-compiler in the database. */
export const LEARN_SCHEMA: ServiceSchema = {
  schema: 'learn',
  role: 'strata_learn',
  extraRoles: [SCHEDULER_ROLE, RELAY_ROLE, RECONCILER_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
