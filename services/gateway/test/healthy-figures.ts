import type { SystemFigures } from '../src/health/figures.ts';

/** A system in which everything responds and nothing waits. */
export const healthyFigures: SystemFigures = {
  database: {
    responds: true,
    connections: { total: 4, idle: 3, waiting: 0, max: 10, utilizationPercent: 10 },
    fullestPoolPercent: 10,
  },
  bus: { responds: true },
  cache: {
    responds: true,
    figures: {
      latencyMs: 0.5,
      persistence: { aof_enabled: true, rdb_last_save_time: 1_700_000_000 },
      memory: { used_memory_mb: 3, maxmemory_mb: 0, maxmemory_policy: 'noeviction' },
    },
  },
  services: new Map([
    ['ingest', true],
    ['synthesis', true],
  ]),
  queues: { capture: { waiting: 0, active: 0, failed: 0 }, learn: { waiting: 0, active: 0, failed: 0 } },
  captureMessages: { waiting: 0, active: 0 },
  oldestSeconds: { capture: 0, learn: 0 },
  deadLetters: { 'ingest.storeEvents': 0 },
  isShedding: false,
  requests: { all: 0, failed: 0 },
};
