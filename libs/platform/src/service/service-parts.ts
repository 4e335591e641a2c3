import type { Clock } from '@strata/kernel/clock';
import type { Bus } from '../bus/bus.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** What a service gets from its host: its own process, the standalone process, or a test. */
export interface ServiceParts {
  readonly bus: Bus;
  readonly connection: DatabaseConnection;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}
