import { describe, expect, it } from '@jest/globals';
import { queryTerms } from './query-terms.ts';
import { unspecificWords } from './unspecific-words.ts';
import { words } from './words.ts';

/** The words of a query that carry its subject; English stop words are left out elsewhere. */
function subject(query: string): string[] {
  const { words: all, language } = queryTerms(query);
  const unspecific = unspecificWords(all, language);
  return all.filter((word) => !unspecific.has(word));
}

describe('The words of a query that say nothing about its subject', () => {
  it('are the words to ask with in English', () => {
    expect(subject('Hello, I need a refund please')).toEqual(['i', 'a', 'refund']);
    expect(subject('What kind of tea do I like?')).toEqual(['what', 'of', 'tea', 'do', 'i']);
  });

  it('are titles of persons in any language', () => {
    expect(subject('Mr Gillies, Frau Dr. Aydin')).toEqual(['gillies', 'aydin']);
  });

  it.each([
    ['Ich möchte bitte eine Erstattung', 'erstattung'],
    ['Welche Farbe hat die Tür?', 'farbe tür'],
    ['Por favor, quiero un reembolso', 'favor reembolso'],
    ['Quel train dois-je prendre ?', 'train prendre'],
    ['Vorrei un rimborso per la lampada', 'rimborso lampada'],
    ['Eu queria um reembolso', 'reembolso'],
    ['Ik wil graag een terugbetaling', 'terugbetaling'],
    ['Помогите, пожалуйста, я хочу возврат', 'возврат'],
  ])('are words of grammar too in %j', (query, expected) => {
    expect(subject(query).join(' ')).toBe(expected);
  });

  it('are only those of the language of the query', () => {
    expect(subject('Did the sun die in the war?')).toEqual(words('Did the sun die in the war?'));
    expect(subject('Quiero saber donde esta mi paquete')).toEqual(['paquete']);
  });
});
