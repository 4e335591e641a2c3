import { expect, test } from '@jest/globals';
import { createPseudonyms } from './pseudonyms.ts';

const pseudonyms = createPseudonyms('a secret');

test('a pseudonym of an account or an address depends only on it and the secret', () => {
  const all = [pseudonyms.account('ada@example.com'), pseudonyms.address('203.0.113.7')];
  for (const name of all) expect(name).toMatch(/^[\w-]{22}$/);
  expect(createPseudonyms('a secret').account('ada@example.com')).toBe(all[0]);
  expect(createPseudonyms('another').account('ada@example.com')).not.toBe(all[0]);
});

test('an account and an address never share a pseudonym', () => {
  expect(pseudonyms.account('203.0.113.7')).not.toBe(pseudonyms.address('203.0.113.7'));
});

test('addresses of one household share a pseudonym', () => {
  expect(pseudonyms.address('2001:db8:1:2::1')).toBe(pseudonyms.address('2001:db8:1:2:ffff::9'));
  expect(pseudonyms.address('2001:db8:1:2::1')).not.toBe(pseudonyms.address('2001:db8:1:3::1'));
});
