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

it('A query that says of a thing that it was not found keeps its words', () => {
  const said = 'Refund W4482 failed: gift-card: not found';
  expect(analyseQuery(said).terms).toEqual(expect.arrayContaining(['w4482', 'refund']));
});

it('A query with an unknown program has the words of memories for it, whatever the shell', () => {
  const known = analyseQuery('birdc: command not found');
  for (const said of ['/bin/sh: 3: birdc: not found', 'zsh: command not found: birdc'])
    expect(analyseQuery(`$ birdc nests.txt\n${said}`).lines[1]).toEqual(known.terms);
});
