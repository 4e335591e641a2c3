import { expect, it } from '@jest/globals';
import { terms } from '../text/terms.ts';
import { namedShares } from './named-changes.ts';

const shares = (changes: string[], query: string): number[] => [
  ...namedShares(new Set(changes), new Set(terms(query))).values(),
];

it('A query names a change if it has all words of its name', () => {
  expect(shares(['cancel_order', 'returnItems'], 'Cancel my order')).toEqual([1, 0]);
  expect(shares(['refund'], 'I want a refund')).toEqual([1]);
  for (const name of ['returnItems', 'return-items', 'return_items', '/items/return'])
    expect(shares([name], 'return my items')).toEqual([1]);
});

it('A word that many names have says little about which of them is meant', () => {
  const [cancel = 0, exchange = 0] = shares(['cancel_order', 'exchange_order', 'return_order'], 'exchange an order');
  expect(exchange).toBe(1);
  expect(cancel).toBeLessThan(0.5);
  expect(cancel).toBeGreaterThan(0);
});

it('Names without words of the query, or without words, are not named', () => {
  expect(shares(['t_81', '--'], 'cancel it')).toEqual([0, 0]);
});
