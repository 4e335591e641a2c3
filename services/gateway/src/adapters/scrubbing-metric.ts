import type { Metrics } from '@strata/platform/metrics/metrics';

/** Counts the secrets replaced in events, by kind. */
export function countSecretsReplaced(metrics: Metrics): (kind: string) => void {
  const replaced = metrics.counter({
    name: 'strata_secrets_replaced_total',
    help: 'Secrets replaced in captured events, including repeated and rejected ones.',
    labels: ['kind'],
  });
  return (kind) => {
    replaced.add({ kind });
  };
}
