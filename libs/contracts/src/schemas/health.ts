import { z } from 'zod';

export const HEALTH_STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];
const status = z.enum(HEALTH_STATUSES);
const count = z.number().int();
const queue = z.object({ waiting: count, active: count, failed: count });

/** The whole service's health. `utilizationPercent`, connection and queue figures are counts at the time asked. */
export const healthSchema = z.object({
  status,
  version: z.string(),
  uptime: z.number(),
  timestamp: z.string(),
  subsystems: z.object({
    database: z.object({
      status,
      connections: z.object({ total: count, idle: count, waiting: count, max: count, utilizationPercent: count }),
    }),
    cache: z.object({
      status,
      latencyMs: z.number(),
      persistence: z.object({ aof_enabled: z.boolean(), rdb_last_save_time: count }),
      memory: z.object({ used_memory_mb: z.number(), maxmemory_mb: z.number(), maxmemory_policy: z.string() }),
    }),
    workers: z.object({ status, queues: z.object({ capture: queue, learn: queue }), totalBacklog: count }),
  }),
  alerts: z.object({ firing: count }),
});
export type Health = z.infer<typeof healthSchema>;
