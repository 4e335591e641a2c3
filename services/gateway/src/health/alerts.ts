import type { Health } from '@strata/contracts/schemas/health';

export interface AlertBounds {
  /** Messages waiting, of all queues together. */
  readonly backlog: number;
  /** Percent of the database connections in use. */
  readonly connectionUtilization: number;
}

/** How many rules fire: a subsystem that is not healthy, a backlog over its bound, dead letters, few connections left. */
export function countFiringAlerts(
  { database, cache, workers }: Health['subsystems'],
  { backlog, connectionUtilization }: AlertBounds,
): number {
  const rules = [
    database.status !== 'healthy',
    cache.status !== 'healthy',
    workers.status !== 'healthy',
    workers.totalBacklog > backlog,
    workers.queues.capture.failed > 0,
    workers.queues.learn.failed > 0,
    database.connections.utilizationPercent > connectionUtilization,
  ];
  return rules.filter(Boolean).length;
}
