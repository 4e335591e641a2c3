import { describe, expect, it } from '@jest/globals';
import { AppError } from '@strata/kernel/errors';
import { silentLogger } from '@strata/testkit/test-logger';
import request from 'supertest';
import { createHttpApp, type HttpAppOptions } from '../../src/http/create-http-app.ts';
import type { HttpRoute } from '../../src/http/http-route.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';

const routes: HttpRoute[] = [
  { method: 'GET', path: '/things/:id', handle: () => ({ data: {} }) },
  { method: 'GET', path: '/broken', handle: () => ({ data: decodeURIComponent('%') }) },
];

const appWith = (onUnrouted: NonNullable<HttpAppOptions['onUnrouted']>) =>
  createHttpApp({ logger: silentLogger, metrics: createMetrics({ service: 'test' }), routes, onUnrouted });

const REJECTED = [
  ['an unknown path', 'get', '/nothing', 404],
  ['another method', 'put', '/things/1', 405],
  ['a path that cannot be decoded', 'get', '/things/%E0%A4%A', 400],
] as const;

describe('A request without a route', () => {
  it.each(REJECTED)('is rejected with the headers that were set before: %s', async (_, method, path, status) => {
    const seen: string[] = [];
    const app = appWith(async ({ ip, setHeader }) => {
      seen.push(ip);
      setHeader('X-Left', '7');
    });
    await request(app)[method](path).expect(status).expect('X-Left', '7');
    expect(seen).toEqual([expect.stringMatching(/127\.0\.0\.1$/)]);
  });

  it.each(REJECTED)('can be rejected with another error: %s', async (...rejected) => {
    const [, method, path] = rejected;
    const app = appWith(async () => {
      throw new AppError('rate_limited', 'Wait', { retryAfterSeconds: 3 });
    });
    const reply = await request(app)[method](path).expect(429).expect('Retry-After', '3');
    expect(reply.body).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
  });

  it('is not one that a route handles, or fails on', async () => {
    let calls = 0;
    const app = appWith(async () => void (calls += 1));
    await request(app).get('/things/1').expect(200);
    await request(app).get('/broken').expect(500);
    expect(calls).toBe(0);
  });
});
