import { context, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { newId } from '@strata/kernel/ids';
import { VERSION } from '@strata/kernel/version';
import { settledWithin } from '../bus/bounded-wait.ts';
import type { Closeable } from '../lifecycle/closeable.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { setTracing } from '../tracing/is-tracing.ts';
import { boundedSpans } from './bounded-spans.ts';

export interface SdkParts {
  /** Such as `gateway`. */
  readonly service: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Spans that may wait to be sent. */
  readonly maxQueueSize: number;
}

/** Most links of a span: the messages of the largest batch. */
const MAX_LINKS = 1_024;
/** The end of a process waits no longer for the receiver. */
const LAST_EXPORT_MS = 3_000;

/** Registers OpenTelemetry's SDK in this process. Its sampler, limits, batches and exporter follow the environment. */
export function openSdk({ service, logger, metrics, maxQueueSize }: SdkParts): Closeable {
  const own = resourceFromAttributes({
    'service.name': `strata-${service}`,
    'service.namespace': 'strata',
    'service.version': VERSION,
    'service.instance.id': newId('wrk'),
  });
  const { processor, exporter } = boundedSpans({ exporter: new OTLPTraceExporter(), maxQueueSize, logger, metrics });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanLimits: { linkCountLimit: MAX_LINKS },
    spanProcessors: [processor(new BatchSpanProcessor(exporter, { maxQueueSize }))],
  });
  // Trace contexts of messages and requests are read and written by the bus and the HTTP app.
  provider.register({ propagator: null });
  setTracing(true);
  logger.info('Traces are on');
  return {
    close: async () => {
      setTracing(false);
      const flushed = await settledWithin(provider.shutdown(), LAST_EXPORT_MS);
      if (!flushed) logger.warn('The receiver of traces did not take the last spans in time');
      trace.disable();
      context.disable();
    },
  };
}
