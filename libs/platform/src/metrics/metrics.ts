/** Label values must come from small fixed sets: never a tenant, an id or a raw path. */
export type Labels<Name extends string> = Readonly<Record<Name, string>>;

export interface Counter<Label extends string> {
  add(labels: Labels<Label>, amount?: number): void;
}

export interface Histogram<Label extends string> {
  /** `value` in the unit the metric's name ends in. */
  observe(labels: Labels<Label>, value: number): void;
}

export interface MetricDefinition<Label extends string> {
  /** `strata_<what>_<unit>`; counters end in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

export interface Reading<Label extends string> {
  readonly labels: Labels<Label>;
  readonly value: number;
}

/**
 * The metrics of one service. Several services in one process share a registry through `forService`; every series
 * carries the label `service`.
 */
export interface Metrics {
  forService(service: string): Metrics;
  counter<Label extends string>(definition: MetricDefinition<Label>): Counter<Label>;
  /** `buckets` in the metric's unit; the default spans 1 ms to 10 s for seconds. */
  histogram<Label extends string>(
    definition: MetricDefinition<Label> & { readonly buckets?: readonly number[] },
  ): Histogram<Label>;
  /** A gauge whose value is read when the metrics are scraped. */
  gauge<Label extends string>(
    definition: MetricDefinition<Label> & { readonly read: () => readonly Reading<Label>[] },
  ): void;
  /** Prometheus text exposition format. */
  render(): Promise<string>;
  readonly contentType: string;
}
