import { expect, it } from '@jest/globals';
import { pageAfter } from './page-after.ts';

it('Signing in leads to a page of the console and nowhere else', () => {
  expect(pageAfter('/memories?agentId=a')).toBe('/memories?agentId=a');
  for (const elsewhere of [
    null,
    '',
    'https://attacker.example',
    '//attacker.example',
    String.raw`/\attacker.example`,
    '/sign-in',
  ])
    expect(pageAfter(elsewhere)).toBe('/');
});
