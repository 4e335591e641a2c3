import { describe, expect, it } from '@jest/globals';
import { busMetrics } from './bus-metrics.ts';
import { createMetrics } from '../metrics/create-metrics.ts';

describe('The metrics of the bus', () => {
  it('count calls, messages and waits by contract and outcome', async () => {
    const metrics = createMetrics({ service: 'ingest' });
    const observe = busMetrics(metrics);
    const contract = { kind: 'command', service: 'ingest', name: 'storeEvents' } as const;
    observe.callMade(contract, 'unavailable', 0.2);
    observe.messageHandled(contract, 'dead_lettered', 0.1);
    observe.messageSent(contract, 'ok', 0.1);
    observe.queueWait(contract, 3);
    const text = await metrics.render();
    expect(text).toMatch(
      /strata_bus_call_duration_seconds_count\{contract="ingest.storeEvents",outcome="unavailable",.*\} 1/,
    );
    expect(text).toMatch(
      /strata_bus_message_duration_seconds_count\{contract="ingest.storeEvents",outcome="dead_lettered",.*\} 1/,
    );
    expect(text).toMatch(/strata_bus_send_duration_seconds_count\{contract="ingest.storeEvents",outcome="ok",.*\} 1/);
    expect(text).toMatch(/strata_bus_queue_wait_seconds_sum\{contract="ingest.storeEvents",.*\} 3/);
  });
});
