import { VERSION } from '@strata/kernel/version';
import { setImmediate } from 'node:timers/promises';
import * as prometheus from 'prom-client';
import type { Metrics, Reading } from './metrics.ts';

export interface MetricsOptions {
  readonly service: string;
  /** Also publish CPU, memory, event loop and garbage collection of the process (default false). */
  readonly processMetrics?: boolean;
}

/** Gauges of the library with the names of counters; the same figures exist by type, without the ending. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of a process, in its own registry. */
export function createMetrics({ service, processMetrics = false }: MetricsOptions): Metrics {
  const registry = new prometheus.Registry();
  if (processMetrics) {
    prometheus.collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
  }
  const metrics = serviceMetrics(new MetricsRegistry(registry), service);
  metrics.gauge({
    name: 'strata_build_info',
    help: 'Always 1; the label is the running version.',
    labels: ['version'],
    read: () => [{ labels: { version: VERSION }, value: 1 }],
  });
  return metrics;
}

function serviceMetrics(shared: MetricsRegistry, service: string): Metrics {
  return {
    forService: (other) => serviceMetrics(shared, other),
    counter: (definition) => {
      const counter = shared.counter(definition.name, definition.help, definition.labels);
      return {
        add: (labels, amount = 1) => {
          counter.inc({ ...labels, service }, amount);
        },
      };
    },
    histogram: (definition) => {
      const { name, help, labels, buckets = SECONDS } = definition;
      const histogram = shared.histogram(name, help, labels, buckets);
      return {
        observe: (values, value) => {
          histogram.observe({ ...values, service }, value);
        },
      };
    },
    gauge: ({ name, help, labels, read }) => {
      shared.gauge(name, help, labels, () =>
        read().map((reading) => ({ ...reading, labels: { ...reading.labels, service } })),
      );
    },
    render: () => shared.render(),
    contentType: shared.registry.contentType,
  };
}

type Read = () => readonly Reading<string>[];

/** One registry for all services of a process: a metric is registered once, on first use. */
class MetricsRegistry {
  readonly registry: prometheus.Registry;
  readonly #counters = new Map<string, prometheus.Counter>();
  readonly #histograms = new Map<string, prometheus.Histogram>();
  readonly #gaugeReads = new Map<string, Read[]>();

  constructor(registry: prometheus.Registry) {
    this.registry = registry;
  }

  /** One metric at a time, with other work in between: all at once would hold the process for long. */
  async render(): Promise<string> {
    const metrics: string[] = [];
    for (const { name } of this.registry.getMetricsAsArray()) {
      metrics.push(await this.registry.getSingleMetricAsString(name));
      await setImmediate();
    }
    return `${metrics.join('\n\n')}\n`;
  }

  counter(name: string, help: string, labels: readonly string[]): prometheus.Counter {
    return getOrMake(
      this.#counters,
      name,
      () => new prometheus.Counter({ name, help, labelNames: [...labels, 'service'], registers: [this.registry] }),
    );
  }

  histogram(name: string, help: string, labels: readonly string[], buckets: readonly number[]): prometheus.Histogram {
    return getOrMake(
      this.#histograms,
      name,
      () =>
        new prometheus.Histogram({
          name,
          help,
          labelNames: [...labels, 'service'],
          buckets: [...buckets],
          registers: [this.registry],
        }),
    );
  }

  gauge(name: string, help: string, labels: readonly string[], read: Read): void {
    const known = this.#gaugeReads.get(name);
    if (known !== undefined) {
      known.push(read);
      return;
    }
    const reads = [read];
    this.#gaugeReads.set(name, reads);
    const gauge: prometheus.Gauge = new prometheus.Gauge({
      name,
      help,
      labelNames: [...labels, 'service'],
      registers: [this.registry],
      collect: () => {
        gauge.reset();
        for (const { labels: values, value } of reads.flatMap((each) => each())) gauge.set(values, value);
      },
    });
  }
}

function getOrMake<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name) ?? make();
  known.set(name, found);
  return found;
}
