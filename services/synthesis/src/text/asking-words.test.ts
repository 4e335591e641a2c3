import { describe, expect, it } from '@jest/globals';
import { withoutAsking } from './asking-words.ts';

describe('A query without its words of asking', () => {
  it.each([
    ['Can you list the order in which I mentioned my three gardens?', 'my three gardens'],
    ['Give me a comprehensive summary of everything about the move, please', 'move'],
    ['How many different invoices did I mention across our previous conversations?', 'invoices'],
    ['What did you recommend for the leaking roof?', 'leaking roof'],
  ])('of %j keeps %j', (query, subject) => {
    const rest = withoutAsking(query).toLowerCase();
    for (const word of subject.split(' ')) expect(rest).toContain(word);
    expect(rest).not.toMatch(/list|order|summary|conversations|recommend|mention/);
  });

  it('keeps words that are the subject elsewhere', () => {
    expect(withoutAsking('Cancel the order of two items')).toContain('order');
  });
});
