import { describe, expect, it } from '@jest/globals';
import { identifierForm, identifierWords } from './identifiers.ts';

const wordsOf = (text: string): string[] => [...identifierWords(text)];

describe('The words of a text that may be identifiers', () => {
  it('are spelled in one way', () => {
    expect(wordsOf("I'm mei_kovacs_8020, about **#W1234567**; mail Mei.K@example.com.")).toEqual([
      'mei_kovacs_8020',
      'w1234567',
      'mei.k@example.com',
    ]);
    expect(wordsOf('W1234567 and #w1234567')).toEqual(['w1234567']);
    expect(wordsOf('Reservation HXDUBJ, zip 19122.')).toEqual(['HXDUBJ', '19122']);
  });

  it('are no dates, amounts, versions, hashes, files, measures and short numbers', () => {
    expect(
      wordsOf(
        'On 2026-05-08 at 10:30 we paid 1299.50 for 3 lamps of 500ml with v1.22.3, commit 3f9ab12c, in src/total4.ts, port 8080',
      ),
    ).toEqual([]);
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
