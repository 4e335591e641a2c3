/** Label values must come from small fixed sets: never a tenant, an id or a raw path. */
export type Labels<Name extends string> = Readonly<Record<Name, string>>;

export interface Counter<Label extends string> {
  add(labels: Labels<Label>, amount?: number): void;
}

export interface Histogram<Label extends string> {
  /** `value` in the unit at the end of the metric's name. */
  observe(labels: Labels<Label>, value: number): void;
}

export interface MetricDefinition<Label extends string> {
  /** `strata_<what>_<unit>`; counters end in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

export interface HistogramDefinition<Label extends string> extends MetricDefinition<Label> {
  /** Upper bounds in the metric's unit (default 1 ms to 30 s, for seconds). */
  readonly buckets?: readonly number[];
}

export interface Reading<Label extends string> {
  readonly labels: Labels<Label>;
  readonly value: number;
}

export interface GaugeDefinition<Label extends string> extends MetricDefinition<Label> {
  /** Called on every scrape. */
  readonly read: () => readonly Reading<Label>[];
}

/**
 * The metrics of one service. Services in one process share a registry through `forService`; every series has the label
 * `service`. Defining a metric again returns the same one.
 */
export interface Metrics {
  forService(service: string): Metrics;
  counter<Label extends string>(definition: MetricDefinition<Label>): Counter<Label>;
  histogram<Label extends string>(definition: HistogramDefinition<Label>): Histogram<Label>;
  gauge<Label extends string>(definition: GaugeDefinition<Label>): void;
  /** Prometheus text exposition format. */
  render(): Promise<string>;
  readonly contentType: string;
}
