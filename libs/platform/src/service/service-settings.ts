import { z } from 'zod';
import { LOG_LEVELS } from '../log/logger.ts';

/** Settings of a service's database, wherever it is hosted. */
export const databaseSettings = z.object({
  /** Most connections of the service's pool. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
});
export type DatabaseSettings = z.output<typeof databaseSettings>;

/** Settings of a process that hosts one service. */
export const processSettings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  AMQP_URL: z.url({ protocol: /^amqps?$/ }),
  /** Begins every name at the broker; deployments that share a broker must differ in it. */
  AMQP_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,40}$/)
    .default('strata'),
  /** Where the process serves /health and /metrics of its own. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  OPS_HOST: z.string().default('0.0.0.0'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
});
