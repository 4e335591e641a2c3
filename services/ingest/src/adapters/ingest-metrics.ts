import type { Metrics } from '@strata/platform/metrics/metrics';

/** Counts events that lifecycle policies deleted. */
export function countDeleted(metrics: Metrics): (deleted: number) => void {
  const events = metrics.counter({
    name: 'strata_lifecycle_events_total',
    help: 'Events that lifecycle policies deleted.',
    labels: [],
  });
  return (deleted) => {
    events.add({}, deleted);
  };
}

/** Counts the events of each write: those that were new, and those that were known. */
export function countStored(metrics: Metrics): (given: number, stored: number) => void {
  const events = metrics.counter({
    name: 'strata_ingest_events_total',
    help: 'Events received: `stored`, or already `known` (retries and redeliveries).',
    labels: ['outcome'],
  });
  return (given, stored) => {
    events.add({ outcome: 'stored' }, stored);
    events.add({ outcome: 'known' }, given - stored);
  };
}
