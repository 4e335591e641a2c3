import { describe, expect, it } from '@jest/globals';
import { identifierForm, identifierOf, identifierWords } from './identifiers.ts';

const wordsOf = (text: string): string[] => [...identifierWords(text)];

describe('The words of a text that may be identifiers', () => {
  it('are spelled in one way', () => {
    expect(wordsOf("I'm mei_kovacs_8020, about **#W1234567**; mail Mei.K@example.com.")).toEqual([
      'mei_kovacs_8020',
      'w1234567',
      'mei.k@example.com',
    ]);
    expect(wordsOf('W1234567 and #w1234567, W123\u200B4567')).toEqual(['w1234567']);
    expect(wordsOf('Reservation HXDUBJ, zip 19122.')).toEqual(['HXDUBJ', '19122']);
  });

  it('may stand in groups', () => {
    const groups =
      'IBAN DE89 3704 0044 0532 0130 00, card 4111 1111 1111 1111, call +49 (170) 555-1210 or (555) 123-4567, file CUST/0012';
    expect(wordsOf(groups)).toEqual(
      expect.arrayContaining(['de89370400440532013000', '4111111111111111', '491705551210', '5551234567', 'cust/0012']),
    );
    expect(wordsOf('+491705551210 and +49 (170) 55 51 210')).toEqual(['491705551210']);
    expect(wordsOf('See docs/2026/05/08, http://a.io/x/1234, 01/02/2026, 10 20 30, 1 / 2000 of 2000 2500')).toEqual([]);
  });

  it('are no dates, amounts, versions, hashes, files, measures and short numbers', () => {
    expect(
      wordsOf(
        'On 2026-05-08 at 10:30 we paid 1299.50 for 3 lamps of 500ml with v1.22.3, commit 3f9ab12c, in src/total4.ts, port 8080',
      ),
    ).toEqual([]);
  });
});

describe('A whole text', () => {
  it('is recognized in linear time where a mark is repeated', () => {
    expect(identifierOf(`a${'-'.repeat(250_000)}x1`)).toBeUndefined();
  });

  it('is an identifier if it has the form of one', () => {
    const texts = [
      '#W1234567',
      '+49 170 5551210',
      'INV/2026/0012',
      'CR/8841/26',
      'two words',
      'mei_8020 called',
      '2026-05-08',
    ];
    expect(texts.map(identifierOf)).toEqual([
      'w1234567',
      '491705551210',
      'inv/2026/0012',
      'cr/8841/26',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('The form of an identifier', () => {
  it('is its shape', () => {
    expect(identifierForm('mei_kovacs_8020')).toBe('a_a_9999');
    expect(identifierForm('w1234567')).toBe('a9999999');
    expect(identifierForm('mei@example.com')).toBe('@');
  });

  it('is null if ordinary words or numbers share it', () => {
    expect(identifierForm('HXDUBJ')).toBeNull();
    expect(identifierForm('19122')).toBeNull();
    expect(identifierForm('hat069')).toBeNull();
  });
});
