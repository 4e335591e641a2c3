import { describe, expect, it } from '@jest/globals';
import { analyseQuery } from './analyse-query.ts';

describe('A query that asks for what is known of the person who asks', () => {
  it.each([
    'What do you know about me?',
    'Give me a summary of what you know about me',
    'Tell me about myself',
    'Was weißt du über mich?',
    'Fasse zusammen, was du über mich weißt',
    '¿Qué sabes de mí?',
    'Hazme un resumen de lo que sabes sobre mí',
    'Que sais-tu de moi ?',
  ])('is recognized: %s', (query) => {
    expect(analyseQuery(query).asksOfAsker).toBe(true);
  });

  it.each(['Can you help me?', 'Give me a summary of my garden', 'Was weißt du über meinen Garten?', 'refund'])(
    'is not: %s',
    (query) => {
      expect(analyseQuery(query).asksOfAsker).toBe(false);
    },
  );
});
