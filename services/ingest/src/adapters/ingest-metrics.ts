import type { Metrics } from '@strata/platform/metrics/metrics';

/** Called after each write, with the events that it was given and those that were new. */
export type ObserveStored = (given: number, stored: number) => void;

/** Counts events that lifecycle policies deleted. */
export function deletionMetrics(metrics: Metrics): (deleted: number) => void {
  const events = metrics.counter({
    name: 'strata_lifecycle_events_total',
    help: 'Events that lifecycle policies deleted.',
    labels: [],
  });
  return (deleted) => {
    events.add({}, deleted);
  };
}

/** Counts events that came to be stored. */
export function ingestMetrics(metrics: Metrics): ObserveStored {
  const events = metrics.counter({
    name: 'strata_ingest_events_total',
    help: 'Events taken in: stored, or known already (retries and redeliveries).',
    labels: ['outcome'],
  });
  return (given, stored) => {
    events.add({ outcome: 'stored' }, stored);
    events.add({ outcome: 'known' }, given - stored);
  };
}
