import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestLogger } from '@strata/testkit/test-logger';
import { eventually } from '@strata/testkit/eventually';
import { get as httpGet, type IncomingMessage } from 'node:http';
import request from 'supertest';
import type { RunningHttpServer } from '../../src/http/http-server.ts';
import type { Metrics } from '../../src/metrics/metrics.ts';
import { LINE, LINES, serveApp, streams } from './app-fixture.ts';

describe('An HTTP app', () => {
  let server: RunningHttpServer;
  let log: TestLogger;
  let metrics: Metrics;
  let url: string;

  beforeEach(async () => {
    ({ server, log, metrics, url } = await serveApp());
  });
  afterEach(() => server.close(100));

  describe('in a response', () => {
    it('wraps data in the envelope', async () => {
      const response = await request(url).get('/things/7?tag=a&tag=b&q=x').set('X-Request-Id', 'abc-1').expect(200);
      expect(response.body).toEqual({
        ok: true,
        data: { id: '7', query: { tag: ['a', 'b'], q: 'x' } },
        meta: { requestId: 'abc-1', tenantId: 'ten_1', durationMs: expect.any(Number) },
      });
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': 'abc-1',
        'x-extra': 'yes',
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers).not.toHaveProperty('x-powered-by');
    });

    it('sends bare JSON, text, and an error beside data', async () => {
      await request(url).get('/bare').expect(200, { status: 'healthy' });
      await request(url).get('/probe').expect(200, 'up');
      const response = await request(url).get('/unwell').expect(503);
      expect(response.body).toMatchObject({ ok: false, error: { code: 'unhealthy' }, data: { a: 1 } });
    });

    it('watches with one signal whether its client is gone, however often that is read', async () => {
      const response = await request(url).get('/signals').expect(200);
      expect(response.body).toMatchObject({ data: { count: 1 } });
    });

    it.each([['bad id!'], ['x'.repeat(129)], ['a\tb']])('replaces the request id %j by its own', async (id) => {
      const { headers } = await request(url).get('/bare').set('X-Request-Id', id);
      expect(headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
    });

    it('passes a well-formed traceparent on and drops any other', async () => {
      const good = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const bad = `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`;
      const get = (value: string) => request(url).get('/things/1').set('traceparent', value);
      expect((await get(good)).body).toMatchObject({ data: { traceparent: good } });
      expect((await get(bad)).body).not.toHaveProperty(['data', 'traceparent']);
    });
  });

  describe('that is a stream', () => {
    const get = (path: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        httpGet(`${url}${path}`, resolve).on('error', reject);
      });

    const sizeOf = async (path: string): Promise<number> => {
      let bytes = 0;
      for await (const chunk of await get(path)) bytes += (chunk as Buffer).length;
      return bytes;
    };

    it('is produced as fast as the client takes it, and ends with a client that leaves', async () => {
      streams.produced = 0;
      const response = await get('/lines/whole');
      expect(response.headers['content-type']).toBe('application/x-ndjson');
      response.pause();
      let before = -1;
      await eventually(() => {
        const isStill = streams.produced > 0 && streams.produced === before;
        before = streams.produced;
        return isStill;
      });
      expect(streams.produced).toBeLessThan(LINES / 2);
      response.destroy();
      await eventually(() => streams.open === 0);
      expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    });

    it('arrives whole, and is cut off if the rest cannot be read', async () => {
      expect(await sizeOf('/lines/whole')).toBe(LINES * LINE.length);
      await expect(sizeOf('/lines/broken')).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
      expect(streams.open).toBe(0);
    });
  });

  describe('after an error', () => {
    it('sends the code, status and details of an AppError', async () => {
      const response = await request(url).get('/fail/field').expect(400);
      expect(response.body).toMatchObject({
        ok: false,
        error: { code: 'validation_error', details: [{ field: 'name', message: 'is required' }] },
      });
    });

    it('sends Retry-After in whole seconds', async () => {
      const { headers } = await request(url).get('/fail/app').expect(429);
      expect(headers['retry-after']).toBe('3');
      await request(url).get('/fail/down').expect(503).expect('retry-after', '1');
    });

    it('writes the message of an unexpected error only to the log, and masks it there', async () => {
      const { text, headers } = await request(url).get('/fail/other').expect(500);
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal_error' } });
      expect(text).not.toMatch(/hunter2|internal\.|db\./);
      expect(log.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          requestId: headers['x-request-id'],
          error: expect.objectContaining({ name: 'Error' }),
        }),
      );
    });

    it('sends a 404 for an unknown path, and a 405 with Allow for another method of a known one', async () => {
      const missing = await request(url).get('/nowhere').expect(404);
      expect(missing.body).toMatchObject({
        ok: false,
        error: { code: 'not_found', message: 'The path does not exist; /probe describes every path' },
      });
      const notAllowed = await request(url).put('/things/7').expect(405);
      expect(notAllowed.body).toMatchObject({
        ok: false,
        error: { code: 'method_not_allowed', message: 'PUT is not allowed here; allowed: GET, HEAD, DELETE' },
      });
      expect(notAllowed.headers['allow']).toBe('GET, HEAD, DELETE');
    });

    it('sends a 400 for a path with broken percent-encoding', async () => {
      const response = await request(url).get('/things/%E0%A4%A').expect(400);
      expect(response.body).toMatchObject({ error: { code: 'validation_error', details: [{ field: 'path' }] } });
    });
  });

  describe('for each request', () => {
    it('logs one line with route template, status, time and ids, without query and body', async () => {
      await request(url).get('/things/secret-id?q=hunter2').set('X-Request-Id', 'req-9');
      await request(url).post('/echo').send({ a: 'hunter3' });
      expect(log.lines).toEqual([
        expect.objectContaining({
          message: 'request',
          method: 'GET',
          route: '/things/:id',
          status: 200,
          ms: expect.any(Number),
          requestId: 'req-9',
          tenantId: 'ten_1',
        }),
        expect.objectContaining({ message: 'request', method: 'POST', route: '/echo', status: 200 }),
      ]);
      expect(log.text()).not.toMatch(/hunter|secret-id/);
    });

    it('does not log probes', async () => {
      await request(url).get('/probe').expect(200);
      expect(log.lines).toEqual([]);
    });

    it('measures by route template, so that unknown paths create no series', async () => {
      await request(url).get('/things/1');
      await request(url).get('/things/2');
      await request(url).get('/made/up/1');
      await request(url).get('/made/up/2');
      const text = await metrics.render();
      expect(text).toContain(
        'strata_http_request_duration_seconds_count{method="GET",route="/things/:id",status="200",service="test"} 2',
      );
      expect(text).toContain(
        'strata_http_request_duration_seconds_count{method="GET",route="unmatched",status="404",service="test"} 2',
      );
      expect(text).not.toContain('made/up');
    });
  });
});
