import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@strata/testkit/test-logger';
import { get as httpGet } from 'node:http';
import request from 'supertest';
import { createHttpApp } from '../../src/http/create-http-app.ts';
import { startHttpServer } from '../../src/http/http-server.ts';
import type { HttpRoute } from '../../src/http/http-route.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';

const show = (method: HttpRoute['method'], path: string): HttpRoute => ({
  method,
  path,
  handle: ({ params, path: asked, query }) => ({ data: { route: path, params, asked, query } }),
});

const app = createHttpApp({
  logger: silentLogger,
  metrics: createMetrics({ service: 'test' }),
  routes: [
    show('GET', '/'),
    show('GET', '/plain'),
    show('POST', '/only-post'),
    show('POST', '/things/search'),
    show('GET', '/things/:id'),
    show('DELETE', '/things/:id'),
    show('GET', '/things/:id/parts/:part'),
    show('GET', '/things/special/parts/:part'),
  ],
});

const ask = async (path: string) => {
  const { status, body } = (await request(app).get(path)) as { status: number; body: { data?: unknown } };
  return { status, ...(body.data as object) };
};

describe('A route', () => {
  it.each([
    ['/PLAIN', '/plain'],
    ['/plain/', '/plain'],
    ['/Things/x/', '/things/:id'],
    ['//', '/'],
    ['/plain?a=/things/x', '/plain'],
  ])('serves %s whatever the case, and with a slash at the end', async (path, route) => {
    await expect(ask(path)).resolves.toMatchObject({ status: 200, route });
  });

  it.each(['/plain//', '/things/', '/things//', '/things//parts/p', '/things/a/parts/', '/pl%61in', '//plain'])(
    'does not serve %s',
    async (path) => {
      await expect(ask(path)).resolves.toEqual({ status: 404 });
    },
  );

  it.each([
    ['/things/a%2Fb%20%25', { id: 'a/b %' }],
    ['/things/%C4%B0%E2%84%AA', { id: '\u0130\u212A' }],
    ['/things/%2525', { id: '%25' }],
    ['/things/Upper', { id: 'Upper' }],
    [`/things/${'x'.repeat(5_000)}`, { id: 'x'.repeat(5_000) }],
    ['/things/%41/parts/%42?id=%43', { id: 'A', part: 'B' }],
  ])('gets the parameters of %s decoded, in full', async (path, params) => {
    await expect(ask(path)).resolves.toMatchObject({ status: 200, params });
  });

  it('with a fixed part is found for the path of another method with a parameter, and the other way round', async () => {
    await expect(ask('/things/search')).resolves.toMatchObject({ route: '/things/:id', params: { id: 'search' } });
    const response = await request(app).post('/things/search').expect(200);
    expect(response.body).toMatchObject({ data: { route: '/things/search' } });
  });

  it('sees the path as it was sent, and each parameter of the query, a repeated one as an array', async () => {
    await expect(ask('/Things/%41/?a=1&a=%32&b=x+y&c&%E0%A4=%E0')).resolves.toMatchObject({
      asked: '/Things/%41/',
      query: { a: ['1', '2'], b: 'x y', c: '' },
    });
    await expect(ask('/plain')).resolves.toMatchObject({ query: {} });
  });

  it('is found by a whole URL, as clients of a proxy send', async () => {
    const server = await startHttpServer(app, { port: 0, host: '127.0.0.1' });
    const statusOf = (path: string) =>
      new Promise((resolve, reject) => {
        httpGet({ host: '127.0.0.1', port: server.port, path }, (response) => {
          resolve(response.resume().statusCode);
        }).on('error', reject);
      });
    try {
      await expect(statusOf('http://example.com/things/x?a=b')).resolves.toBe(200);
      await expect(statusOf('http://example.com')).resolves.toBe(200);
      await expect(statusOf('http://[/things/x')).resolves.toBe(404);
      await expect(statusOf('*')).resolves.toBe(404);
    } finally {
      await server.close(100);
    }
  });

  it('for GET serves HEAD, with the same headers and no body', async () => {
    const got = await request(app).get('/plain').set('X-Request-Id', 'same');
    const { headers, text } = await request(app).head('/plain').set('X-Request-Id', 'same').expect(200);
    expect(Object.keys(headers as object)).toEqual(Object.keys(got.headers));
    expect(headers).toMatchObject({ 'x-request-id': 'same', 'content-length': expect.stringMatching(/^[1-9]/) });
    expect(text).toBeUndefined();
  });
});

describe('A request of another method', () => {
  it.each([
    ['head', '/only-post', ['POST']],
    ['options', '/only-post', ['POST']],
    ['post', '/', ['GET', 'HEAD']],
    ['patch', '/things/x', ['GET', 'HEAD', 'DELETE']],
  ] as const)('is rejected with what is allowed: %s %s', async (method, path, allowed) => {
    await request(app)[method](path).expect(405).expect('Allow', allowed.join(', '));
  });

  it('is rejected with the methods of all routes that match the path', async () => {
    const { headers } = await request(app).put('/things/search').expect(405);
    expect(new Set(String(headers['allow']).split(', '))).toEqual(new Set(['GET', 'HEAD', 'POST', 'DELETE']));
  });

  it('is rejected for its path first, if that cannot be decoded', async () => {
    await request(app).put('/things/%E0%A4%A').expect(400);
    await request(app).get('/nowhere/%E0%A4%A').expect(404);
  });
});
