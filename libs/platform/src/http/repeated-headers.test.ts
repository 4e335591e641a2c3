import { expect, test } from '@jest/globals';
import { headersWithOneCredential } from './repeated-headers.ts';

const headersOf = (...rawHeaders: string[]) =>
  headersWithOneCredential({
    rawHeaders,
    headers: {
      authorization: rawHeaders[rawHeaders.findIndex((name) => /^authorization$/i.test(name)) + 1],
      host: 'h',
    },
  });

test('one Authorization header is kept', () => {
  expect(headersOf('Host', 'h', 'Authorization', 'Bearer a')).toEqual({ host: 'h', authorization: 'Bearer a' });
});

test('two Authorization headers, in any case, are both removed', () => {
  for (const second of ['Bearer b', 'Bearer a', ''])
    expect(headersOf('AUTHORIZATION', 'Bearer a', 'Host', 'h', 'authorization', second)).toEqual({ host: 'h' });
});

test('a header with the value "authorization" does not count as a second one', () => {
  expect(headersOf('Authorization', 'Bearer a', 'Vary', 'Authorization')).toHaveProperty('authorization', 'Bearer a');
});
