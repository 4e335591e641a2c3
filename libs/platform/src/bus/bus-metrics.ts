import type { BusObserver } from './bus-observer.ts';
import { contractName, type ContractName } from './message-codec.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** From a message that is handled at once to one that waited for an hour's outage. */
const WAIT_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** An observer that publishes the bus's traffic as metrics. */
export function busMetrics(metrics: Metrics): BusObserver {
  const duration = (name: string, help: string) => {
    const histogram = metrics.histogram({ name, help, labels: ['contract', 'outcome'] });
    return (contract: ContractName, outcome: string, seconds: number): void => {
      histogram.observe({ contract: contractName(contract), outcome }, seconds);
    };
  };
  const waits = metrics.histogram({
    name: 'strata_bus_queue_wait_seconds',
    help: 'Time from sending a command to the start of its handling, back-off included.',
    labels: ['contract'],
    buckets: WAIT_BUCKETS,
  });
  return {
    callMade: duration(
      'strata_bus_call_duration_seconds',
      'Duration of calls to other services, as the caller saw them.',
    ),
    messageSent: duration(
      'strata_bus_send_duration_seconds',
      'Duration of sending commands and announcements, until the bus has confirmed them.',
    ),
    messageHandled: duration(
      'strata_bus_message_duration_seconds',
      'Duration of handling calls, commands and announcements; a batch counts once per message.',
    ),
    queueWait: (contract, seconds) => {
      waits.observe({ contract: contractName(contract) }, seconds);
    },
  };
}
