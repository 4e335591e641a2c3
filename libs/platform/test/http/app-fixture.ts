import { AppError, unavailable, validationError } from '@strata/kernel/errors';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { createHttpApp } from '../../src/http/create-http-app.ts';
import type { HttpRoute } from '../../src/http/http-route.ts';
import { startHttpServer, type RunningHttpServer } from '../../src/http/http-server.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import type { Metrics } from '../../src/metrics/metrics.ts';

export const MAX_BYTES = 1_000;

const routes: HttpRoute[] = [
  { method: 'POST', path: '/echo', handle: async (exchange) => ({ data: await exchange.readJson() }) },
  {
    method: 'POST',
    path: '/optional',
    handle: async (exchange) => ({ data: { body: (await exchange.readJson({ optional: true })) ?? 'none' } }),
  },
  {
    method: 'POST',
    path: '/capture',
    validationStatus: 422,
    handle: async (exchange) => ({ status: 202, data: await exchange.readJson() }),
  },
  {
    method: 'GET',
    path: '/things/:id',
    handle: ({ params, query, traceparent, setTenant, setHeader }) => {
      setTenant('ten_1');
      setHeader('X-Extra', 'yes');
      return { data: { id: params['id'], query, traceparent } };
    },
  },
  {
    method: 'GET',
    path: '/signals',
    handle: (exchange) => ({ data: { count: new Set(Array.from({ length: 20 }, () => exchange.signal)).size } }),
  },
  { method: 'DELETE', path: '/things/:id', handle: () => ({ data: {} }) },
  {
    method: 'GET',
    path: '/fail/:how',
    handle: ({ params }) => {
      if (params['how'] === 'app') throw new AppError('rate_limited', 'Wait 3 s', { retryAfterSeconds: 2.5 });
      if (params['how'] === 'field')
        throw validationError('name is required', [{ field: 'name', message: 'is required' }]);
      if (params['how'] === 'down') throw unavailable('The database');
      throw new Error('password=hunter2 at db.internal');
    },
  },
  { method: 'GET', path: '/bare', handle: () => ({ json: { status: 'healthy' } }) },
  {
    method: 'GET',
    path: '/unwell',
    handle: () => ({ status: 503, data: { a: 1 }, error: { code: 'unhealthy', message: 'No' } }),
  },
  { method: 'POST', path: '/closed', handle: () => Promise.reject(new AppError('unauthorized', 'No.')) },
  {
    method: 'GET',
    path: '/lines/:how',
    handle: ({ params }) => ({ contentType: 'application/x-ndjson', stream: lines(params['how'] === 'broken') }),
  },
  { method: 'GET', path: '/probe', quiet: true, handle: () => ({ text: 'up', contentType: 'text/plain' }) },
];

/** How many lines of `/lines/:how` were produced, and how many of its streams have not ended. */
export const streams = { produced: 0, open: 0 };
export const LINES = 2_000;
export const LINE = `${'x'.repeat(65_535)}\n`;

async function* lines(isBroken: boolean): AsyncGenerator<string> {
  streams.open += 1;
  try {
    for (let n = 0; n < LINES; n += 1) {
      streams.produced += 1;
      yield LINE;
      if (isBroken && n === 2) throw new Error('The rest cannot be read');
    }
  } finally {
    streams.open -= 1;
  }
}

export interface AppFixture {
  readonly server: RunningHttpServer;
  readonly url: string;
  readonly log: TestLogger;
  readonly metrics: Metrics;
}

/** Serves the routes above on a free port. */
export async function serveApp(): Promise<AppFixture> {
  const log = createTestLogger();
  const metrics = createMetrics({ service: 'test' });
  const app = createHttpApp({
    logger: log.logger,
    metrics,
    routes,
    docsPath: '/probe',
    maxBodyBytes: MAX_BYTES,
    bodyTimeoutMs: 150,
  });
  const server = await startHttpServer(app, { port: 0, host: '127.0.0.1' });
  return { server, url: `http://127.0.0.1:${String(server.port)}`, log, metrics };
}
