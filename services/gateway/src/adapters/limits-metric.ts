import type { Metrics } from '@strata/platform/metrics/metrics';

/** The limits that can reject a request. */
export type Limit = 'key' | 'tenant' | 'address' | 'login' | 'registration' | 'monthly_events';

/** Counts the requests that a limit rejected. */
export function countLimitsHit(metrics: Metrics): (limit: Limit) => void {
  const hits = metrics.counter({
    name: 'strata_limits_hit_total',
    help: 'Requests that a limit rejected.',
    labels: ['limit'],
  });
  return (limit) => {
    hits.add({ limit });
  };
}
