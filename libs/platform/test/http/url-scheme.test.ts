import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { eventually } from '@strata/testkit/eventually';
import { silentLogger } from '@strata/testkit/test-logger';
import request from 'supertest';
import { createHttpApp, type HttpAppOptions } from '../../src/http/create-http-app.ts';
import type { HttpRoute } from '../../src/http/http-route.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';

const routes: HttpRoute[] = [{ method: 'GET', path: '/', handle: () => ({ data: {} }) }];

describe('The scheme in a span', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  beforeAll(() => provider.register());
  afterAll(async () => {
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  });

  const schemeOf = async (trustProxy: NonNullable<HttpAppOptions['trustProxy']>, protocol?: string) => {
    exporter.reset();
    const metrics = createMetrics({ service: 'test' });
    const sent = request(createHttpApp({ logger: silentLogger, metrics, routes, trustProxy })).get('/');
    if (protocol !== undefined) sent.set('X-Forwarded-Proto', protocol);
    await sent.expect(200);
    await eventually(() => exporter.getFinishedSpans().length === 1);
    return exporter.getFinishedSpans()[0]?.attributes['url.scheme'];
  };

  it.each([
    [false, 'https', 'http'],
    [0, 'https', 'http'],
    ['192.0.2.1', 'https', 'http'],
    [true, 'https', 'https'],
    [1, ' https , http', 'https'],
    [1, 'http, https', 'http'],
    [1, undefined, 'http'],
    [1, '', 'http'],
  ])('with trustProxy %j and X-Forwarded-Proto %j is %s', async (trustProxy, protocol, scheme) => {
    await expect(schemeOf(trustProxy, protocol)).resolves.toBe(scheme);
  });
});
