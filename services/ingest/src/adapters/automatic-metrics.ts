import type { Metrics } from '@strata/platform/metrics/metrics';
import type { WaitingCounts, WaitingSessions } from '../automatic/open-sessions.ts';
import type { QueueDueSessionsParts } from '../automatic/queue-due-sessions.ts';

export interface AutomaticMetrics {
  readonly observe: QueueDueSessionsParts['observe'];
  /** Publishes the last figures. */
  readonly show: (waiting: WaitingSessions) => void;
}

/** Counts the automatic learn jobs that were queued, and shows the sessions that wait for one. */
export function automaticMetrics(metrics: Metrics): AutomaticMetrics {
  const jobs = metrics.counter({
    name: 'strata_automatic_learn_jobs_total',
    help: 'Attempts to queue a learn job for the due sessions of a tenant: `queued`, `failed`.',
    labels: ['outcome'],
  });
  let waiting: WaitingSessions | undefined;
  const byState = (counts: WaitingCounts | undefined) =>
    Object.entries<number>({ ...counts }).map(([state, value]) => ({ labels: { state }, value }));
  metrics.gauge({
    name: 'strata_automatic_learn_sessions',
    help: 'Sessions of all tenants that wait to be compiled without a request: `due`, or with a `queued` job.',
    labels: ['state'],
    read: () => byState(waiting?.sessions),
  });
  metrics.gauge({
    name: 'strata_automatic_learn_events',
    help: 'Events of these sessions that are to be compiled, those of a running job included.',
    labels: ['state'],
    read: () => byState(waiting?.events),
  });
  return {
    observe: (outcome) => {
      jobs.add({ outcome });
    },
    show: (figures) => {
      waiting = figures;
    },
  };
}
