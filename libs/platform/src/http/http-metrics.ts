import type { Labels, Metrics } from '../metrics/metrics.ts';

/** Called once for each request; seconds. `route` is the template, never the path. */
export type HttpObserver = (labels: Labels<'method' | 'route' | 'status'>, seconds: number) => void;

/** Rate, errors and duration of HTTP requests, by route template. */
export function httpMetrics(metrics: Metrics): HttpObserver {
  const histogram = metrics.histogram({
    name: 'strata_http_request_duration_seconds',
    help: 'Duration of HTTP requests, from the head of the request to the end of the response.',
    labels: ['method', 'route', 'status'],
  });
  return (labels, seconds) => {
    histogram.observe(labels, seconds);
  };
}
