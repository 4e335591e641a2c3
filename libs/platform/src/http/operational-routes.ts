import type { Health } from '../health/health.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { HttpRoute } from './http-route.ts';

/** `GET /health` (503 unless healthy) and `GET /metrics`, which every service has on its own port. */
export const operationalRoutes = ({ health, metrics }: { health: Health; metrics: Metrics }): HttpRoute[] => [
  {
    method: 'GET',
    path: '/health',
    quiet: true,
    handle: async () => {
      const report = await health();
      return { status: report.status === 'healthy' ? 200 : 503, json: report };
    },
  },
  metricsRoute(metrics),
];

/** `GET /metrics` in Prometheus's text format. */
export const metricsRoute = (metrics: Metrics): HttpRoute => ({
  method: 'GET',
  path: '/metrics',
  quiet: true,
  handle: async () => ({ text: await metrics.render(), contentType: metrics.contentType }),
});
