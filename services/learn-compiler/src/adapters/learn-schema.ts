import type { ServiceSchema } from '@strata/platform/service/open-database';

/** The role that looks for jobs across tenants; it sees jobs and which partitions have a backlog, nothing else. */
export const SCHEDULER_ROLE = 'strata_learn_scheduler';

/** The role that sends what is in the outbox of commands, of every tenant. */
export const RELAY_ROLE = 'strata_learn_relay';

/** The learn-compiler's part of the database. */
export const LEARN_SCHEMA: ServiceSchema = {
  schema: 'learn',
  role: 'strata_learn',
  extraRoles: [SCHEDULER_ROLE, RELAY_ROLE],
  migrations: new URL('../../migrations', import.meta.url),
};
