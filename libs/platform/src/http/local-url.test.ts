import { expect, it } from '@jest/globals';
import { localUrl } from './local-url.ts';

it.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
  ['192.0.2.7', 'http://192.0.2.7:8080'],
  ['strata.internal', 'http://strata.internal:8080'],
])('A server on %s is reached at %s', (host, url) => {
  expect(localUrl(host, 8080)).toBe(url);
});
