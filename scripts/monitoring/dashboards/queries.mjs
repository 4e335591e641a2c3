/** Parts of queries, and the shape of a dashboard. Expressions use the metrics of docs/operations.md. */

const RANGE = '[$__rate_interval]';

/** The increase a second of counters, added up by labels. @type {(metric: string, by: string, filter?: string) => string} */
export const rate = (metric, by, filter = '') => `sum by (${by}) (rate(${metric}${filter}${RANGE}))`;

/** A quantile of a histogram. @type {(q: number, metric: string, by: string, filter?: string) => string} */
export const quantile = (q, metric, by, filter = '') =>
  `histogram_quantile(${q}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${metric}_bucket${filter}${RANGE})))`;

/** A metric that other programs publish too, of processes of Strata only. @type {(expression: string) => string} */
export const ofStrata = (expression) => `${expression} * on (instance, job) group_left (service) strata_build_info`;

/**
 * A panel is a title, a unit of Grafana, and expressions with the legend of each. Every gateway describes the same system, so
 * its figures are not added up.
 * @typedef {{title: string, kind?: 'stat', unit: string, queries: readonly (readonly [expression: string, legend: string])[]}} Panel
 * @typedef {{uid: string, title: string, rows: readonly {title: string, panels: readonly Panel[]}[]}} Dashboard
 */
