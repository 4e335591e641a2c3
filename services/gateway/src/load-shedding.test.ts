import { describe, expect, it } from '@jest/globals';
import { classOfRoute } from './load-shedding.ts';

describe('The class of a route', () => {
  it.each([
    ['GET', '/v1/health', undefined],
    ['GET', '/health', undefined],
    ['GET', '/metrics', undefined],
    ['GET', '/.well-known/jwks.json', 'sign-in'],
    ['POST', '/v1/auth/login', 'sign-in'],
    ['POST', '/v1/capture', 'capture'],
    ['POST', '/v1/otlp/v1/traces', 'batch'],
    ['POST', '/v1/vaults/:id/items/:itemId/reveal', 'vault'],
    ['GET', '/v1/jobs/:id', 'gateway'],
    ['POST', '/mcp', 'gateway'],
    ['GET', '/docs', 'gateway'],
  ] as const)('of %s %s is %s', (method, path, expected) => {
    expect(classOfRoute({ method, path })).toBe(expected);
  });
});
