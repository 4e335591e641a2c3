import { TraceFlags, type Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface BoundedSpansParts {
  readonly exporter: SpanExporter;
  /** Spans that may wait. */
  readonly maxQueueSize: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** A receiver that is away fails every few seconds; the log says it once a minute. */
const REPORT_EVERY_MS = 60_000;

/**
 * Counts what becomes of spans. The SDK's own queue drops without a figure, so spans for which there is no room do not reach it.
 * Neither a full queue nor a receiver that is away delays or fails the work that spans describe.
 */
export function boundedSpans({ exporter, maxQueueSize, logger, metrics }: BoundedSpansParts): {
  readonly processor: (queue: SpanProcessor) => SpanProcessor;
  readonly exporter: SpanExporter;
} {
  const spans = metrics.counter({
    name: 'strata_trace_spans_total',
    help: 'Recorded spans of traces: exported to the receiver, failed because it did not take them, dropped because too many waited.',
    labels: ['outcome'],
  });
  let waiting = 0;
  let reportedAt = -Infinity;
  const report = (error: Error | undefined): void => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    logger.warn('Traces could not be exported', { error });
  };

  return {
    processor: (queue) => ({
      onStart: (span: Span, parent: Context) => queue.onStart(span, parent),
      onEnd: (span: ReadableSpan) => {
        if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
        if (waiting >= maxQueueSize) {
          spans.add({ outcome: 'dropped' });
          return;
        }
        waiting += 1;
        queue.onEnd(span);
      },
      forceFlush: () => queue.forceFlush(),
      shutdown: () => queue.shutdown(),
    }),
    exporter: {
      export: (batch, done) => {
        waiting -= batch.length;
        exporter.export(batch, (result) => {
          const isExported = result.error === undefined;
          spans.add({ outcome: isExported ? 'exported' : 'failed' }, batch.length);
          if (!isExported) report(result.error);
          done(result);
        });
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    },
  };
}
