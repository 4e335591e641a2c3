import { describe, expect, it } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { createTestLogger } from '@strata/testkit/test-logger';
import { createServer } from 'node:http';
import request from 'supertest';
import { createHttpApp, type HttpAppOptions } from '../../src/http/create-http-app.ts';
import type { HttpRoute } from '../../src/http/http-route.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';

async function* nothing(): AsyncGenerator<string> {
  yield await Promise.reject<string>(new Error('It cannot be read'));
}

const routes: HttpRoute[] = [
  { method: 'GET', path: '/ok', handle: () => ({ data: {} }) },
  { method: 'GET', path: '/fails', handle: () => Promise.reject(new Error('No')) },
  {
    method: 'GET',
    path: '/own',
    handle: ({ setHeader }) => {
      setHeader('x-frame-options', 'none');
      setHeader('X-Left', '1');
      setHeader('X-Left', '2');
      return {
        text: 'page',
        contentType: 'text/plain',
        headers: { 'content-security-policy': 'own', 'Cache-Control': 'public', 'Set-Cookie': ['a=1', 'b=2'] },
      };
    },
  },
  { method: 'GET', path: '/not-modified', handle: () => ({ status: 304, text: '', contentType: 'text/plain' }) },
  {
    method: 'GET',
    path: '/invalid/:how',
    handle: ({ params, setHeader }) => {
      setHeader('X-Before', 'kept');
      if (params['how'] === 'set') setHeader('X-Bad', 'a\nb');
      return { data: {}, headers: { 'X-Bad': 'a\nb' } };
    },
  },
  { method: 'GET', path: '/cycle', handle: () => ({ json: 1n }) },
  { method: 'GET', path: '/stream', handle: () => ({ contentType: 'text/plain', stream: nothing() }) },
  { method: 'GET', path: '/ip', handle: ({ ip }) => ({ data: ip }) },
  { method: 'GET', path: '/accepts', handle: ({ accepts }) => ({ data: [accepts('br'), accepts('gzip')] }) },
];

function appWith(options: Partial<HttpAppOptions> = {}) {
  const log = createTestLogger();
  const metrics = createMetrics({ service: 'test' });
  return { log, app: createHttpApp({ logger: log.logger, metrics, routes, ...options }) };
}

const { app } = appWith();

describe('Every response', () => {
  it.each([
    ['get', '/ok', 200],
    ['get', '/fails', 500],
    ['get', '/nowhere', 404],
    ['put', '/ok', 405],
  ] as const)('has a request id and the security headers: %s %s', async (method, path, status) => {
    const { headers } = await request(app)[method](path).set('X-Request-Id', 'mine').expect(status);
    expect(headers).toMatchObject({
      'x-request-id': 'mine',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
      'cache-control': 'no-store',
    });
  });
});

describe("A response's own headers", () => {
  it('replace those of every response, in any spelling, and are sent once', async () => {
    const { headers } = await request(app).get('/own').expect(200);
    expect(headers).toMatchObject({
      'content-security-policy': 'own',
      'x-frame-options': 'none',
      'cache-control': 'public',
      'x-left': '2',
      'set-cookie': ['a=1', 'b=2'],
    });
  });

  it.each(['/invalid/set', '/invalid/sent'])('that are not valid fail the request: %s', async (path) => {
    const response = await request(app).get(path).expect(500).expect('X-Before', 'kept');
    expect(response.body).toMatchObject({ error: { code: 'internal_error' } });
    expect(response.headers).not.toHaveProperty('x-bad');
  });
});

it('A result that JSON cannot express fails the request', async () => {
  await request(app).get('/cycle').expect(500);
});

it('A 304 has no body', async () => {
  const { headers } = await request(app).get('/not-modified').expect(304);
  expect(headers).toHaveProperty('x-request-id');
});

it('A stream that fails before its first chunk closes the connection, and is logged', async () => {
  const { app: failing, log } = appWith();
  await expect(request(failing).get('/stream')).rejects.toMatchObject({ code: 'ECONNRESET' });
  await eventually(() => log.lines.some(({ message }) => message === 'request'));
  expect(log.lines).toMatchObject([
    { level: 'error', message: 'A request failed' },
    { message: 'request', status: 500 },
  ]);
});

describe('The address of a client', () => {
  const sent = '203.0.113.1, 198.51.100.2, 10.0.0.3';

  it.each([
    [false, '127.0.0.1'],
    [true, '203.0.113.1'],
    [0, '127.0.0.1'],
    [1, '10.0.0.3'],
    [2, '198.51.100.2'],
    [9, '203.0.113.1'],
    ['loopback', '10.0.0.3'],
    ['loopback, 10.0.0.0/8', '198.51.100.2'],
    ['192.0.2.1', '127.0.0.1'],
  ])('with trustProxy %j is %s', async (trustProxy, ip) => {
    const server = createServer(appWith({ trustProxy }).app).listen(0, '127.0.0.1');
    try {
      const response = await request(server).get('/ip').set('X-Forwarded-For', sent).expect(200);
      expect(response.body).toMatchObject({ data: ip });
    } finally {
      server.close();
    }
  });

  it.each(['nowhere', ''])('cannot be read with a trustProxy that is no address: %j', (trustProxy) => {
    expect(() => appWith({ trustProxy })).toThrow('invalid IP address');
  });
});

it.each([
  ['br, gzip', [true, true]],
  ['gzip;q=0, *', [true, false]],
  ['GZIP;q=0.5', [false, true]],
  ['', [false, false]],
  [undefined, [false, false]],
])('With Accept-Encoding %j a client accepts br and gzip: %j', async (header, accepted) => {
  const sent = request(app).get('/accepts');
  const response = await (header === undefined ? sent.unset('Accept-Encoding') : sent.set('Accept-Encoding', header));
  expect(response.body).toMatchObject({ data: accepted });
});
