import type { Logger } from '@strata/platform/log/logger';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { SweepParts } from '../lifecycle/sweep-tenants.ts';

/** Measures when the last sweep ended, and logs each sweep that changed anything. */
export function observeSweeps(logger: Logger, metrics: Metrics): SweepParts['observe'] {
  let lastAt: number | undefined;
  metrics.gauge({
    name: 'strata_lifecycle_last_sweep_timestamp_seconds',
    help: 'When this process last ended a lifecycle sweep of a tenant, in seconds since 1970.',
    labels: [],
    read: () => (lastAt === undefined ? [] : [{ labels: {}, value: lastAt }]),
  });
  return ({ tenantId }, swept, isDone) => {
    lastAt = Date.now() / 1000;
    if (Object.values<number>({ ...swept }).some((count) => count > 0))
      logger.info('A lifecycle sweep changed data', { tenantId, ...swept, isDone });
  };
}
