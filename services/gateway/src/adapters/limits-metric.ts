import type { Metrics } from '@strata/platform/metrics/metrics';

/** What can refuse a request because there were too many. */
export type Limit = 'key' | 'tenant' | 'address' | 'login' | 'registration' | 'monthly_events';

/** Counts requests that a limit refused. */
export function countLimitsHit(metrics: Metrics): (limit: Limit) => void {
  const hits = metrics.counter({
    name: 'strata_limits_hit_total',
    help: 'Requests that a limit refused.',
    labels: ['limit'],
  });
  return (limit) => {
    hits.add({ limit });
  };
}
