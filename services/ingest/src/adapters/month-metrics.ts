import type { Clock } from '@strata/kernel/clock';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { KeepEventMonthsParts } from '../months/keep-event-months.ts';
import { monthOf } from '../months/month.ts';

/** Shows how many months of events have a partition, and counts those that were dropped. */
export function monthMetrics(metrics: Metrics, clock: Clock): Pick<KeepEventMonthsParts, 'show' | 'observeDropped'> {
  let months: readonly number[] = [];
  metrics.gauge({
    name: 'strata_event_months',
    help: 'Months of events with a partition: `past`, the present one included, and `ahead`.',
    labels: ['state'],
    read: () => {
      const past = months.filter((month) => month <= monthOf(clock.now())).length;
      const counts = months.length === 0 ? {} : { past, ahead: months.length - past };
      return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  const dropped = metrics.counter({
    name: 'strata_event_months_dropped_total',
    help: 'Partitions of months that were dropped, because all of their events had been deleted.',
    labels: [],
  });
  return {
    show: (present) => {
      months = present;
    },
    observeDropped: () => {
      dropped.add({});
    },
  };
}
