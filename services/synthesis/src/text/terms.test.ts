import { describe, expect, it } from '@jest/globals';
import { MAX_TERMS, terms } from './terms.ts';

describe('The terms of a text', () => {
  it('are stems without stop words', () => {
    expect(terms('She was painting the walls')).toEqual(terms('paints a wall'));
  });

  it('keep order and repetition', () => {
    expect(terms('tea, coffee and tea')).toEqual(['tea', 'coffe', 'tea']);
  });

  it('are stems of Cyrillic words too', () => {
    expect(terms('книги')).toEqual(terms('книга'));
  });

  it('keep words with digits whole', () => {
    expect(terms('order w1234s')).toEqual(['order', 'w1234s']);
  });

  it('are bounded in number', () => {
    expect(terms('word '.repeat(5_000))).toHaveLength(MAX_TERMS);
  });
});
