import type { Metrics } from '@strata/platform/metrics/metrics';

/** Counts secrets that were replaced in events, by their kind. */
export function countSecretsReplaced(metrics: Metrics): (kind: string) => void {
  const replaced = metrics.counter({
    name: 'strata_secrets_replaced_total',
    help: 'Secrets that were replaced in events that were sent, also again or in vain.',
    labels: ['kind'],
  });
  return (kind) => {
    replaced.add({ kind });
  };
}
