import { describe, expect, it, test } from '@jest/globals';
import { queryTerms } from './query-terms.ts';
import { terms } from './terms.ts';

const relatedOf = (query: string): string[] => [...queryTerms(query).related.values()].flat();

describe('The related terms of a query', () => {
  test.each([
    ['Who is my employer?', 'I work for Northwind.'],
    ['Which allergies do I have?', 'I am allergic to nuts.'],
    ['Where do I live?', 'We moved to York.'],
    ['Wer ist mein Arbeitgeber?', 'Ich arbeite bei Brenner.'],
    ['Welche Allergien habe ich?', 'Ich bin allergisch gegen Nüsse.'],
    ['¿Qué alergias tengo?', 'Soy alérgico a las nueces.'],
    ['¿Quién es mi empleador?', 'Trabajo en Lumbre.'],
    ['Qui est mon employeur ?', 'Je travaille chez Lambert.'],
    ['我的雇主是谁？', '我在蓝海公司上班。'],
    ['どんな車に乗っていますか？', '愛車はリーフです。'],
  ])('find what speaks of the same attribute (%s – %s)', (query, text) => {
    const held = new Set(terms(text));
    expect(relatedOf(query).some((term) => held.has(term))).toBe(true);
  });

  it('find a word that the word of the query begins with', () => {
    expect(relatedOf('Where is the toothbrush?')).toContain('tooth');
  });

  it('are none for words of grammar, preferences, and long texts', () => {
    expect(relatedOf('Who do I like?')).toEqual([]);
    expect(relatedOf('work '.repeat(40))).toEqual([]);
  });
});
