import { describe, expect, it } from '@jest/globals';
import { contentWords, humanize, lightStem } from './words.ts';

describe('words', () => {
  it('leaves out function words, courtesies, numbers and masks', () => {
    expect(contentWords('Hi! Could you please cancel my order <id> of 2 lamps?')).toEqual(['cancel', 'order', 'lamps']);
  });

  it('counts the forms of a word as one', () => {
    expect(new Set(['cancel', 'cancels', 'cancelled', 'cancelling'].map(lightStem)).size).toBe(1);
    expect(new Set(['address', 'addresses'].map(lightStem)).size).toBe(1);
  });

  it('reads names of tools as words', () => {
    expect(humanize('list_open_tickets')).toBe('list open tickets');
    expect(humanize('getOrderDetails')).toBe('get order details');
  });
});
