import { z } from 'zod';
import { utcInstant } from './instant.ts';

export const HEALTH_STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export const ALERT_SEVERITIES = ['critical', 'warning'] as const;

const status = z
  .enum(HEALTH_STATUSES)
  .describe('`degraded`: events are still taken, something else is missing; `unhealthy`: events cannot be stored.');
const count = z.number().int().nonnegative();
const queue = z
  .object({
    waiting: count.describe('Not begun with.'),
    active: count.describe('Being worked on, in all processes together.'),
    failed: count.describe('What an operator must look at: dead letters, and learn jobs that failed in the last day.'),
  })
  .describe('Counts at the time asked; the last known ones while they cannot be read.');

/** A rule that fires. */
export const firingAlertSchema = z
  .object({
    name: z.string(),
    severity: z.enum(ALERT_SEVERITIES),
    since: utcInstant.describe('When the rule began to hold.'),
    message: z.string(),
  })
  .meta({ id: 'FiringAlert', description: 'An alert rule that holds.' });

/** The whole service's health, as the gateway that answers sees it. */
export const healthSchema = z
  .object({
    status: status.describe('The worst of the subsystems.'),
    version: z.string(),
    uptime: z.number().describe('Seconds since the answering process started.'),
    timestamp: utcInstant,
    subsystems: z.object({
      database: z.object({
        status,
        connections: z
          .object({
            total: count,
            idle: count,
            waiting: count.describe('Callers that wait for a connection.'),
            max: count.describe('The most that the pools may open together.'),
            utilizationPercent: count.describe('Connections in use, of `max`.'),
          })
          .describe('The pools of every process, added up.'),
      }),
      cache: z.object({
        status,
        latencyMs: z.number(),
        persistence: z.object({ aof_enabled: z.boolean(), rdb_last_save_time: count }),
        memory: z.object({ used_memory_mb: z.number(), maxmemory_mb: z.number(), maxmemory_policy: z.string() }),
      }),
      workers: z.object({
        status,
        queues: z.object({ capture: queue, learn: queue }),
        totalBacklog: count.describe('What waits, in all queues.'),
        oldestSeconds: z
          .object({ capture: count, learn: count })
          .describe('Age of the oldest message or job that is not done.'),
        services: z
          .record(z.string(), z.enum(['up', 'down']))
          .describe('Whether each service answers and can do its work.'),
      }),
    }),
    alerts: z.object({ firing: count, rules: z.array(firingAlertSchema) }),
  })
  .meta({ id: 'Health', description: 'The whole service, as the gateway that answers sees it.' });
export type Health = z.infer<typeof healthSchema>;
export type FiringAlert = z.infer<typeof firingAlertSchema>;
