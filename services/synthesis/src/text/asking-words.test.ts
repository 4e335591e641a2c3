import { describe, expect, it } from '@jest/globals';
import { withoutAsking } from './asking-words.ts';

describe('A query without its words of asking', () => {
  it.each([
    ['Can you list the order in which I mentioned my three gardens?', 'my three gardens'],
    ['Give me a comprehensive summary of everything about the move, please', 'move'],
    ['How many different invoices did I mention across our previous conversations?', 'invoices'],
    ['List the order in which we spoke about the budget. Name at most three.', 'budget'],
    ['Bitte liste die Reihenfolge auf, in der wir über den Umzug gesprochen haben. Nur fünf Punkte.', 'umzug'],
    ['Wann sprachen wir über Umzug?', 'umzug'],
    ['Enumera en orden los viajes que mencioné. Solo cinco elementos.', 'viajes'],
    ["Fais la liste, dans l'ordre, des factures dont nous avons parlé", 'factures'],
    ['How does the export work?', 'export'],
    ['What did you recommend for the leaking roof?', 'leaking roof'],
  ])('of %j keeps %j', (query, subject) => {
    const rest = withoutAsking(query).toLowerCase();
    for (const word of subject.split(' ')) expect(rest).toContain(word);
    expect(rest).not.toMatch(
      /list|ord(?:er|en|re)|reihenfolge|summary|conversations|recommend|mention|at most|work|fünf|cinco|parl|gespr|sprach/,
    );
  });

  it('keeps words that are the subject elsewhere', () => {
    expect(withoutAsking('Cancel the order of two items')).toContain('order');
    expect(withoutAsking('What order did the customer cancel? The list view hangs.')).toMatch(/order .*list view/);
  });
});
