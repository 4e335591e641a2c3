import { describe, expect, test } from '@jest/globals';
import { MAX_TERMS, terms } from './terms.ts';

describe('terms', () => {
  test('forms of one word share a stem, and stop words are left out', () => {
    expect(terms('She was painting the walls')).toEqual(terms('paints a wall'));
  });

  test('order and repetition are kept', () => {
    expect(terms('tea, coffee and tea')).toEqual(['tea', 'coffe', 'tea']);
  });

  test('Cyrillic words are stemmed too', () => {
    expect(terms('книги')).toEqual(terms('книга'));
  });

  test('words with digits stay whole', () => {
    expect(terms('order w1234s')).toEqual(['order', 'w1234s']);
  });

  test('a long text gives a bounded number of terms', () => {
    expect(terms('word '.repeat(5_000))).toHaveLength(MAX_TERMS);
  });
});
