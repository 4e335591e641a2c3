import { defineOperation } from '../operation.ts';
import { healthSchema, type Health } from '../schemas/health.ts';

const IDLE_QUEUE = { waiting: 0, active: 0, failed: 0 };

const HEALTHY: Health = {
  status: 'healthy',
  version: '0.1.0',
  uptime: 86_400,
  timestamp: '2026-05-08T09:15:27.519Z',
  subsystems: {
    database: {
      status: 'healthy',
      connections: { total: 12, idle: 11, waiting: 0, max: 60, utilizationPercent: 2 },
    },
    cache: {
      status: 'healthy',
      latencyMs: 0.31,
      persistence: { aof_enabled: true, rdb_last_save_time: 1_778_230_500 },
      memory: { used_memory_mb: 14.2, maxmemory_mb: 256, maxmemory_policy: 'noeviction' },
    },
    workers: {
      status: 'healthy',
      queues: { capture: { ...IDLE_QUEUE, active: 1 }, learn: IDLE_QUEUE },
      totalBacklog: 0,
      oldestSeconds: { capture: 0, learn: 0 },
      deadLetters: { 'ingest.storeEvents': 0, 'enterprise-org.recordAudit': 0 },
      services: { ingest: 'up', 'learn-compiler': 'up', synthesis: 'up' },
    },
  },
  alerts: { firing: 0, rules: [] },
};

const DEGRADED: Health = {
  ...HEALTHY,
  status: 'degraded',
  subsystems: {
    ...HEALTHY.subsystems,
    workers: {
      ...HEALTHY.subsystems.workers,
      status: 'degraded',
      services: { ...HEALTHY.subsystems.workers.services, synthesis: 'down' },
    },
  },
  alerts: {
    firing: 1,
    rules: [
      {
        name: 'service_down',
        severity: 'warning',
        since: '2026-05-08T09:15:21.400Z',
        message: 'A service does not respond or cannot work: see the services in the health record, and their logs',
      },
    ],
  },
};

/** 200 when healthy; 503 `unhealthy` with the same record in `data` when a subsystem is degraded or unhealthy. */
export const getHealth = defineOperation({
  name: 'getHealth',
  summary: "Read the service's health",
  method: 'GET',
  path: '/v1/health',
  credential: 'public',
  scope: null,
  service: 'gateway',
  description:
    '200 when all subsystems are healthy; 503 with the same record in `data` when one is degraded or unhealthy.',
  response: healthSchema,
  examples: [
    { summary: 'All is well', response: HEALTHY },
    { summary: 'A service is missing', response: DEGRADED },
  ],
});
