import type { Metrics } from '@strata/platform/metrics/metrics';
import type { SpanCounts } from '../../traces/capture-traces.ts';

/** Counts the spans of OTLP exports by what became of them. */
export function countSpans(metrics: Metrics): (counts: SpanCounts) => void {
  const spans = metrics.counter({
    name: 'strata_otlp_spans_total',
    help: 'Spans of OTLP exports: captured, rejected at least in part, or left out because they are about something else.',
    labels: ['outcome'],
  });
  return ({ captured, rejected, leftOut }) => {
    spans.add({ outcome: 'captured' }, captured);
    spans.add({ outcome: 'rejected' }, rejected);
    spans.add({ outcome: 'left_out' }, leftOut);
  };
}
