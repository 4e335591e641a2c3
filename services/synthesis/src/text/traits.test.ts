import { describe, expect, it } from '@jest/globals';
import { traitsOf } from './traits.ts';

describe('A text', () => {
  it.each(['How are you?', 'Nice! Where did you go? Tell me!', '你好吗？', 'Is it yours? [image: a blue boat]'])(
    'such as "%s" asks a question',
    (text) => {
      expect(traitsOf(text).asks).toBe(true);
    },
  );

  it.each(['I am fine.', 'Where was I? Ah yes, we took the early train to the coast.'])(
    'such as "%s" asks none',
    (text) => {
      expect(traitsOf(text).asks).toBe(false);
    },
  );

  it.each([
    'We met yesterday.',
    'It was in October',
    'Since 2019 or so',
    'next week then',
    'on 2024-05-08',
    'at 10:30',
    'am 3. März',
    'le mois de février',
    '我们昨天去了',
    'две недели назад',
  ])('such as "%s" mentions a time', (text) => {
    expect(traitsOf(text).mentionsTime).toBe(true);
  });

  it.each(['You may come.', 'The build failed.', 'Sun and sand'])('such as "%s" mentions no time', (text) => {
    expect(traitsOf(text).mentionsTime).toBe(false);
  });
});
