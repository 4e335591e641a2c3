import { expect, it } from '@jest/globals';
import { createPseudonyms } from './pseudonyms.ts';

const names = createPseudonyms('a secret');

it('accounts and addresses have names that say nothing of them, the same wherever the secret is', () => {
  const all = [names.account('ada@example.com'), names.address('203.0.113.7')];
  for (const name of all) expect(name).toMatch(/^[\w-]{22}$/);
  expect(createPseudonyms('a secret').account('ada@example.com')).toBe(all[0]);
  expect(createPseudonyms('another').account('ada@example.com')).not.toBe(all[0]);
});

it('an account and an address never share a name', () => {
  expect(names.account('203.0.113.7')).not.toBe(names.address('203.0.113.7'));
});

it('addresses of one household share a name', () => {
  expect(names.address('2001:db8:1:2::1')).toBe(names.address('2001:db8:1:2:ffff::9'));
  expect(names.address('2001:db8:1:2::1')).not.toBe(names.address('2001:db8:1:3::1'));
});
