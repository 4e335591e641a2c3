import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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

/** Milliseconds for which a scrape is kept, so that many scrapers cost no more than one. */
const KEPT_MS = 1_000;

/** `GET /metrics` in Prometheus's text format, at most a second old. `now` is in milliseconds. */
export function metricsRoute(metrics: Metrics, now = (): number => performance.now()): HttpRoute {
  let latest: { readonly at: number; readonly text: Promise<string>; gzip?: Promise<Buffer> } | undefined;
  const scrape = () => {
    if (latest === undefined || now() - latest.at >= KEPT_MS) latest = { at: now(), text: metrics.render() };
    return latest;
  };
  return {
    method: 'GET',
    path: '/metrics',
    quiet: true,
    handle: async ({ accepts }) => {
      const { contentType } = metrics;
      const current = scrape();
      const text = await current.text;
      if (!accepts('gzip')) return { contentType, text, headers: VARY };
      current.gzip ??= compress(text);
      return { contentType, text: await current.gzip, headers: { ...VARY, 'Content-Encoding': 'gzip' } };
    },
  };
}

const VARY = { Vary: 'Accept-Encoding' };
const compress = promisify<string, Buffer>(gzip);
