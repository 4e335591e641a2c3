import { z } from 'zod';
import { utcInstant } from './instant.ts';

export const HEALTH_STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export const ALERT_SEVERITIES = ['critical', 'warning'] as const;

const status = z
  .enum(HEALTH_STATUSES)
  .describe(
    '`degraded`: events are still accepted, but something else does not work; `unhealthy`: events cannot be stored.',
  );
const count = z.number().int().nonnegative();
const queueOf = (unit: string, more = '') =>
  z
    .object({
      waiting: count.describe(`${unit} that are not started.${more}`),
      active: count.describe(`${unit} in progress, in all processes together.`),
      failed: count.describe('Needs an operator: dead letters, and learn jobs that failed in the last day.'),
    })
    .describe('Current counts, or the last known ones while they cannot be read.');

/** A firing alert. */
export const firingAlertSchema = z
  .object({
    name: z.string(),
    severity: z.enum(ALERT_SEVERITIES),
    since: utcInstant.describe('When the rule started to fire.'),
    message: z.string(),
  })
  .meta({ id: 'FiringAlert', description: 'An alert rule that fires.' });

/** The health of the whole service, as seen by one gateway. */
export const healthSchema = z
  .object({
    status: status.describe('The worst of the subsystems.'),
    version: z.string(),
    uptime: z.number().describe('Seconds since this gateway process started.'),
    timestamp: utcInstant,
    subsystems: z.object({
      database: z.object({
        status,
        connections: z
          .object({
            total: count,
            idle: count,
            waiting: count.describe('Requests that wait for a connection.'),
            max: count.describe('The maximum number of connections of all pools.'),
            utilizationPercent: count.describe('Connections in use, in percent of `max`.'),
          })
          .describe('Totals of the pools of all processes.'),
      }),
      cache: z.object({
        status,
        latencyMs: z.number(),
        persistence: z.object({ aof_enabled: z.boolean(), rdb_last_save_time: count }),
        memory: z.object({ used_memory_mb: z.number(), maxmemory_mb: z.number(), maxmemory_policy: z.string() }),
      }),
      workers: z.object({
        status,
        queues: z.object({
          capture: queueOf(
            'Events',
            ' In messages that no process has taken yet, as many each as in those taken last.',
          ),
          learn: queueOf('Jobs'),
        }),
        totalBacklog: count.describe('Events that are accepted and not stored yet, those in progress included.'),
        oldestSeconds: z
          .object({ capture: count, learn: count })
          .describe('Age of the oldest unfinished message or job.'),
        deadLetters: z
          .record(z.string(), count)
          .describe(
            'Commands that could not be handled because of their own data, by command. An operator replays or discards them.',
          ),
        services: z.record(z.string(), z.enum(['up', 'down'])).describe('Whether each service responds and can work.'),
      }),
    }),
    alerts: z.object({ firing: count, rules: z.array(firingAlertSchema) }),
  })
  .meta({ id: 'Health', description: 'The health of the whole service, as seen by one gateway.' });
export type Health = z.infer<typeof healthSchema>;
export type FiringAlert = z.infer<typeof firingAlertSchema>;
