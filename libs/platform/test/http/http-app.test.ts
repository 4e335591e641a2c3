import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, unavailable, validationError } from '@strata/kernel/errors';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { createHttpApp } from '../../src/http/create-http-app.ts';
import type { HttpRoute } from '../../src/http/http-route.ts';
import { startHttpServer, type RunningHttpServer } from '../../src/http/http-server.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import type { Metrics } from '../../src/metrics/metrics.ts';

const MAX_BYTES = 1_000;

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
  { method: 'GET', path: '/probe', quiet: true, handle: () => ({ text: 'up', contentType: 'text/plain' }) },
];

describe('An HTTP app', () => {
  let server: RunningHttpServer;
  let log: TestLogger;
  let metrics: Metrics;
  let url: string;

  beforeEach(async () => {
    log = createTestLogger();
    metrics = createMetrics({ service: 'test' });
    const app = createHttpApp({
      logger: log.logger,
      metrics,
      routes,
      docsPath: '/probe',
      maxBodyBytes: MAX_BYTES,
      bodyTimeoutMs: 150,
    });
    server = await startHttpServer(app, { port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${String(server.port)}`;
  });
  afterEach(() => server.close(100));

  const postRaw = (
    body: string | Buffer,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
    path = '/echo',
  ) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const call = httpRequest(`${url}${path}`, { method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: text });
        });
      });
      call.on('error', reject);
      call.end(body);
    });

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

  describe('with a body', () => {
    it('reads JSON with a byte order mark and any letter', async () => {
      const { status, body } = await postRaw('\uFEFF{"a":"ä€😀"}', {
        'Content-Type': 'application/json; charset=UTF-8',
      });
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ data: { a: 'ä€😀' } });
    });

    it.each([
      ['malformed JSON', '{"secret": hunter2'],
      ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
      ['nothing', ''],
    ])('rejects %s with a 400 that names the body and quotes nothing', async (_what, sent) => {
      const { status, body } = await postRaw(sent);
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'validation_error', details: [{ field: 'body' }] } });
      expect(body).not.toContain('hunter2');
    });

    it('uses the validation status of the route', async () => {
      await expect(postRaw('{', { 'Content-Type': 'application/json' }, '/capture')).resolves.toMatchObject({
        status: 422,
      });
    });

    it('accepts an absent body if it is optional', async () => {
      const { body } = await postRaw('', {}, '/optional');
      expect(JSON.parse(body)).toMatchObject({ data: { body: 'none' } });
    });

    it.each([
      ['another type', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }],
      ['another charset', '{}', { 'Content-Type': 'application/json; charset=utf-16' }],
      ['no type', '{}', {}],
      ['compression', gzipSync('{}'), { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
    ])('rejects %s with 415', async (_what, sent, headers) => {
      await expect(postRaw(sent, headers)).resolves.toMatchObject({ status: 415 });
    });

    it('rejects a body by its declared and by its actual size, with a response that the client can read', async () => {
      const large = JSON.stringify('x'.repeat(3_000_000));
      const json = { 'Content-Type': 'application/json' };
      for (const headers of [
        { ...json, 'Content-Length': String(Buffer.byteLength(large)) },
        { ...json, 'Transfer-Encoding': 'chunked' },
      ]) {
        const { status, body } = await postRaw(large, headers);
        expect(status).toBe(413);
        expect(JSON.parse(body)).toMatchObject({ error: { code: 'payload_too_large' } });
      }
    });

    it('accepts a body of exactly the limit', async () => {
      const exact = JSON.stringify('x'.repeat(MAX_BYTES - 2));
      await expect(postRaw(exact)).resolves.toMatchObject({ status: 200 });
      await expect(postRaw(JSON.stringify('x'.repeat(MAX_BYTES - 1)))).resolves.toMatchObject({ status: 413 });
    });

    it('rejects an unauthorized caller before reading the body', async () => {
      await expect(
        postRaw('x'.repeat(500_000), { 'Content-Type': 'application/json' }, '/closed'),
      ).resolves.toMatchObject({ status: 401 });
    });

    it('rejects a body that does not arrive in time', async () => {
      const response = await new Promise<string>((resolve, reject) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          socket.write(
            'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a"',
          );
        });
        socket.once('data', (data) => {
          resolve(data.toString());
          socket.destroy();
        });
        socket.once('error', reject);
      });
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toContain('did not arrive');
    });

    it('survives a client that disconnects in the middle of it', async () => {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          socket.write(
            'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"a"',
            () => {
              socket.destroy();
              resolve();
            },
          );
        });
      });
      await request(url).get('/bare').expect(200);
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
