import type { BusObserver } from '../bus/bus-observer.ts';
import type { Metrics } from './metrics.ts';

/** What a bus is given as its observer, so that its traffic shows in the metrics. */
export function busMetrics(metrics: Metrics): BusObserver {
  const calls = metrics.histogram({
    name: 'strata_bus_call_seconds',
    help: 'Duration of calls to other services as the caller saw it.',
    labels: ['contract', 'outcome'],
  });
  const sent = metrics.histogram({
    name: 'strata_bus_send_seconds',
    help: 'Duration of handing over commands and announcements, until the broker has confirmed them.',
    labels: ['contract', 'outcome'],
  });
  const handled = metrics.histogram({
    name: 'strata_bus_message_seconds',
    help: 'Duration of handling a message, a batch counting once for each of its messages.',
    labels: ['contract', 'outcome'],
  });
  const waits = metrics.histogram({
    name: 'strata_bus_queue_wait_seconds',
    help: 'Time from sending a command to the start of its handling, back-off included.',
    labels: ['contract'],
  });
  return {
    callMade: ({ service, name }, outcome, seconds) =>
      calls.observe({ contract: `${service}.${name}`, outcome }, seconds),
    messageSent: ({ service, name }, outcome, seconds) =>
      sent.observe({ contract: `${service}.${name}`, outcome }, seconds),
    messageHandled: ({ service, name }, outcome, seconds) =>
      handled.observe({ contract: `${service}.${name}`, outcome }, seconds),
    queueWait: ({ service, name }, seconds) => waits.observe({ contract: `${service}.${name}` }, seconds),
  };
}
