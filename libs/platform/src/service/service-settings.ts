import { z } from 'zod';
import { LOG_LEVELS } from '../log/logger.ts';

/** Settings of a service's database, in any host. */
export const databaseSettings = z.object({
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(10)
    .describe('Maximum number of database connections of the service.'),
  MIGRATE_AT_START: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(true)
    .describe(
      'Whether the service migrates its schema when it starts. If not, it waits until `npm run migrate` has done so, and its login need not own the schema.',
    ),
});
export type DatabaseSettings = z.output<typeof databaseSettings>;

/** Settings of a process that hosts one service. */
export const processSettings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('PostgreSQL, with pgvector if the vector arm is on.'),
  AMQP_URL: z.url({ protocol: /^amqps?$/ }).describe('RabbitMQ.'),
  AMQP_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,40}$/)
    .default('strata')
    .describe('Prefix of every name at the broker. Deployments that share a broker need different ones.'),
  OPS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe("Port of the process's own /health and /metrics; 0 picks a free one."),
  OPS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on for them: this machine only, unless set; `0.0.0.0` is every address.'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('Lowest level of log lines.'),
});
