import type { Database } from '../database/database.ts';
import type { HealthCheck } from '../health/health.ts';
import type { Closeable } from '../lifecycle/closeable.ts';

/** A running service, with the health checks of its parts. */
export interface RunningService extends Closeable {
  readonly checks: Readonly<Record<string, HealthCheck>>;
}

/** Healthy while the database responds; includes the pool's figures. */
export const databaseCheck =
  (database: Pick<Database, 'ping' | 'figures'>): HealthCheck =>
  async () => {
    await database.ping();
    return { status: 'healthy', connections: database.figures() };
  };
